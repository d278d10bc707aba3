/** `node backtest-memory.js WHO BARS`: runs a contestant once and prints the most memory that the process ever had, bytes. */
import { existsSync, readFileSync } from "node:fs";
import { barsOf, loadGrademark } from "./backtest-grademark.js";
import { synchronous, tapeOf, throughEverything, walk } from "./backtest-work.js";

const [, , who, bars] = process.argv;
const prices = walk(Number(bars));
if (who === "grademark") loadGrademark().run(barsOf(prices));
else await throughEverything(tapeOf(prices), synchronous);
console.log(mostMemory());

/** Of this program alone: Linux' resource usage counts that of the process that started it as well. */
function mostMemory(): number {
  const kilobytes = existsSync("/proc/self/status")
    ? Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1])
    : process.resourceUsage().maxRSS;
  return kilobytes * 1024;
}
