/** `node backtest-memory.js WHO BARS`: runs a contestant once and prints the most memory that the process ever had, bytes. */
import { barsOf, loadGrademark } from "./backtest-grademark.js";
import { synchronous, tapeOf, throughEverything, walk } from "./backtest-work.js";

const [, , who, bars] = process.argv;
const prices = walk(Number(bars));
if (who === "grademark") loadGrademark().run(barsOf(prices));
else await throughEverything(tapeOf(prices), synchronous);
console.log(process.resourceUsage().maxRSS * 1024);
