/** `node --expose-gc memory-bars.js WHO`: a backtest whose strategy looks at its bars at each tick, or never; prints the bytes in use at its end. */
import { z } from "zod";
import { BAR_COLUMNS } from "../src/model/bar.js";
import { defineStrategy } from "../src/strategy/define.js";
import { tapeOf, throughEverything, TOKEN, walk } from "./backtest-work.js";

const TICKS = 20_000;
const COUNT = 1_000;
const looks = process.argv[2] === "looks";
let ticks = 0;
let looked = 0;
let inUse = 0;

const looker = defineStrategy({
  name: "looker",
  summary: "Looks at its bars.",
  params: z.object({}),
  schedule: "* * * * *",
  needs: () => ({ bars: [{ token: TOKEN, interval: "1m", count: COUNT }] }),
  decide({ bars, hold }) {
    ticks++;
    if (looks) for (const name of BAR_COLUMNS) looked += bars(TOKEN)[name].length;
    if (ticks === TICKS) inUse = bytesInUse();
    return hold({ reason: "it only looks" });
  },
});

function bytesInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

await throughEverything(tapeOf(walk(TICKS + COUNT)), looker);
if (looked !== (looks ? TICKS * COUNT * BAR_COLUMNS.length : 0)) throw new Error(`it looked at ${looked} values`);
console.log(inUse);
