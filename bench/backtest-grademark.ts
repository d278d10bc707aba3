import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BAND, CAPITAL, FAST, MINUTE, SLOW, START } from "./backtest-work.js";

/** Where what the benchmarks compare with is installed: none of it is a dependency of the project. */
const CONTESTANTS = fileURLToPath(new URL("../../bench/contestants/", import.meta.url));

interface GrademarkBar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

interface GrademarkTrade {
  readonly entryTime: Date;
  readonly exitTime: Date;
  readonly growth: number;
}

interface Rule {
  readonly bar: GrademarkBar & Partial<Record<"fast" | "slow", number>>;
  readonly lookback: { toArray(): GrademarkBar[] };
}

interface GrademarkStrategy {
  readonly lookbackPeriod?: number;
  entryRule(enter: () => void, rule: Rule): void;
  exitRule(exit: () => void, rule: Rule): void;
}

interface Grademark {
  backtest(strategy: GrademarkStrategy, series: object): GrademarkTrade[];
  computeEquityCurve(capital: number, trades: readonly GrademarkTrade[]): number[];
  analyze(capital: number, trades: readonly GrademarkTrade[]): { readonly finalCapital: number };
}

/** Columns of data-forge, with what data-forge-indicators adds to them. */
interface Series {
  sma(period: number): Series;
}

interface Frame {
  deflate(pick: (bar: GrademarkBar) => number): Series;
  withSeries(name: string, series: Series): Frame;
  skip(rows: number): Frame;
}

interface DataForge {
  readonly DataFrame: new (rows: readonly GrademarkBar[]) => Frame;
}

type Work = (bars: readonly GrademarkBar[]) => { readonly trades: number };

/** Grademark, installed where it is missing: that is said, for it takes the network. */
export function loadGrademark(): {
  /** As fast as it goes: the rule sums up the closes in grademark's own buffer. */
  readonly run: Work;
  /** As its README computes a moving average: a column that data-forge-indicators makes beforehand. */
  readonly runAsDocumented: Work;
} {
  if (!["grademark", "data-forge-indicators"].every((name) => existsSync(join(CONTESTANTS, "node_modules", name)))) {
    console.error(`installing what is compared with into ${CONTESTANTS} (npm install) …`);
    const { status } = spawnSync("npm", ["install", "--no-package-lock"], { cwd: CONTESTANTS, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm install in ${CONTESTANTS} ended with ${status}`);
  }
  const require = createRequire(join(CONTESTANTS, "package.json"));
  const { backtest, computeEquityCurve, analyze } = require("grademark") as Grademark;
  const { DataFrame } = require("data-forge") as DataForge;
  require("data-forge-indicators");
  const through = (strategy: GrademarkStrategy, frame: Frame): { trades: number } => {
    const trades = backtest(strategy, frame);
    computeEquityCurve(Number(CAPITAL), trades);
    analyze(Number(CAPITAL), trades);
    return { trades: trades.length };
  };
  return {
    run: (bars) => through(crossing, new DataFrame(bars)),
    runAsDocumented(bars) {
      const frame = new DataFrame(bars);
      const close = frame.deflate((bar) => bar.close);
      return through(
        crossingColumns,
        frame.withSeries("fast", close.sma(FAST)).withSeries("slow", close.sma(SLOW)).skip(SLOW),
      );
    },
  };
}

/** One-minute bars as grademark wants them: objects. */
export function barsOf(prices: Float64Array): GrademarkBar[] {
  return Array.from(prices, (price, i) => {
    return { time: new Date(START + i * MINUTE), open: price, high: price, low: price, close: price, volume: 0 };
  });
}

/**
 * How far the fast mean is above the slow one, as a share of it. The last bars as an array are grademark's
 * fastest way to them; it is the buffer as it lies, a ring whose newest bar is wherever the count has come to.
 */
function distance({ bar, lookback }: Rule): number {
  const ring = lookback.toArray();
  // Numbers of its own, as in `meanBefore`.
  const [fastCount, slowCount] = [FAST, SLOW];
  const newest = ((bar.time.getTime() - START) / MINUTE) % slowCount;
  let fast = 0;
  let slow = 0;
  for (let i = 0; i < slowCount; i++) slow += (ring[i] as GrademarkBar).close;
  for (let i = 0, at = newest; i < fastCount; i++, at = at === 0 ? slowCount - 1 : at - 1)
    fast += (ring[at] as GrademarkBar).close;
  return fast / fastCount / (slow / slowCount) - 1;
}

/** The rule on the distance between the means, as a share of the slow one. */
function crossingBy(distanceOf: (rule: Rule) => number): GrademarkStrategy {
  return {
    entryRule(enter, rule) {
      if (distanceOf(rule) > BAND) enter();
    },
    exitRule(exit, rule) {
      if (distanceOf(rule) < -BAND) exit();
    },
  };
}

const crossing: GrademarkStrategy = { lookbackPeriod: SLOW, ...crossingBy(distance) };

const crossingColumns = crossingBy(({ bar: { fast = NaN, slow = NaN } }) => fast / slow - 1);
