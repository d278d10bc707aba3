import { seededRandom } from "../../src/core/random.js";
import { drawSlippage, expectedSlippage, SLIPPAGE_MODELS, type SlippageModel } from "../../src/model/slippage.js";
import { basisPoints, dollars, table } from "./markdown.js";
import { costAgainst, executedSwap, LEAST_USD, POOL_FEE, priceAt, type ExecutedSwap } from "./pool-cost.js";
import { stateBefore, type PoolFiles } from "./pool-files.js";
import { mean, median, quantile } from "./statistics.js";

/** Lower bounds of the sizes that are told apart, USD. */
const SIZES = [LEAST_USD, 100, 500, 1_000, 2_500, 5_000, 10_000, 25_000];

/** Ages of the price that a fill is compared with, minutes. */
const AGES = [1, 5, 15, 60];

/** So far from what liquidity says that a tick's width does not explain it. */
const STRANGE = 0.0002;

interface Sized {
  readonly name: string;
  readonly swaps: readonly ExecutedSwap[];
}

/** All tables, as markdown. The same files give the same text. */
export function slippageTables(pool: PoolFiles): string {
  const swaps = pool.oneDirection.flatMap((minute) => executedSwap(pool, minute) ?? []);
  const sized = bySize(swaps);
  return [
    coverage(pool, swaps),
    "**What was paid**, the pool's fee of 5 included, against the price before:",
    paidTable(sized),
    "**The models against it**, model minus paid:",
    modelTable(sized),
    "**The same pool at other times**: what a trade between $500 and $2,500 cost, and what the models say of the same trades:",
    timesTable(swaps),
    "**An older price**: the same trades, compared with a price that had been standing for longer:",
    agesTable(pool, swaps),
  ].join("\n\n");
}

function coverage({ oneDirection }: PoolFiles, swaps: readonly ExecutedSwap[]): string {
  const strange = swaps.filter(({ cost, predicted }) => Math.abs(cost - predicted) > STRANGE);
  return `${swaps.length} of ${oneDirection.length} one-direction minutes; the others are below ${dollars(LEAST_USD)}, or the minute before them is missing. ${strange.length} of them are further than ${basisPoints(STRANGE)} from what liquidity says. All figures are basis points (0.01 %).`;
}

/** The swaps by size, sizes without any left out. */
function bySize(swaps: readonly ExecutedSwap[]): Sized[] {
  return SIZES.map((least, i) => {
    const most = SIZES[i + 1] ?? Infinity;
    const name = most === Infinity ? `from ${dollars(least)}` : `${dollars(least)} to ${dollars(most)}`;
    return { name, swaps: swaps.filter(({ usd }) => usd >= least && usd < most) };
  }).filter(({ swaps }) => swaps.length > 0);
}

function paidTable(sized: readonly Sized[]): string {
  const rows = sized.map(({ name, swaps }) => {
    const costs = swaps.map(({ cost }) => cost);
    const missed = swaps.map(({ cost, predicted }) => Math.abs(predicted - cost));
    return [
      name,
      String(swaps.length),
      dollars(median(swaps.map(({ usd }) => usd))),
      ...[0.1, 0.5, 0.9].map((share) => basisPoints(quantile(costs, share))),
      basisPoints(median(swaps.map(({ predicted }) => predicted))),
      basisPoints(median(missed)),
    ];
  });
  return table(
    ["size", "minutes", "median size", "10 %", "median", "90 %", "by liquidity: median", "median error"],
    rows,
  );
}

function modelTable(sized: readonly Sized[]): string {
  const rows = SLIPPAGE_MODELS.flatMap((model) => {
    const random = seededRandom(`measure-slippage/${model}`);
    return sized.map(({ name, swaps }) => {
      const errors = swaps.map(({ usd, cost }) => expectedSlippage(model, usd) - cost);
      const drawn = swaps.map(({ usd, cost }) => Math.abs(drawSlippage(model, usd, random) - cost));
      return [
        `\`${model}\`, ${name}`,
        String(swaps.length),
        basisPoints(median(swaps.map(({ usd }) => expectedSlippage(model, usd)))),
        basisPoints(mean(errors)),
        basisPoints(median(errors.map(Math.abs))),
        basisPoints(median(drawn)),
        ...[0.1, 0.9].map((share) => basisPoints(quantile(errors, share))),
      ];
    });
  });
  return table(["model, size", "minutes", "model: median", "bias", "median error", "of draws", "10 %", "90 %"], rows);
}

function timesTable(swaps: readonly ExecutedSwap[]): string {
  const months = [...new Set(swaps.map(({ at }) => monthOf(at)))].sort();
  const rows = months.map((month) => {
    const then = swaps.filter(({ at }) => monthOf(at) === month);
    const some = then.filter(({ usd }) => usd >= 500 && usd < 2_500);
    const of = (figure: (swap: ExecutedSwap) => number): string => basisPoints(median(some.map(figure)));
    return [
      month,
      `${(median(then.map(({ depth }) => depth)) / 1e6).toFixed(1)} million`,
      String(some.length),
      of(({ cost }) => cost),
      of(({ cost }) => cost - POOL_FEE),
      ...SLIPPAGE_MODELS.map((model) => of(({ usd }) => expectedSlippage(model, usd))),
    ];
  });
  const models = SLIPPAGE_MODELS.map((model: SlippageModel) => `\`${model}\``);
  return table(["month", "dollars on each side", "minutes", "paid", "without the fee", ...models], rows);
}

function agesTable(pool: PoolFiles, swaps: readonly ExecutedSwap[]): string {
  const measured = new Set(swaps.map(({ at }) => at));
  const rows = AGES.map((age) => {
    const costs = pool.oneDirection.flatMap((minute) => {
      const before = measured.has(minute.at) ? stateBefore(pool, minute.at, age) : null;
      return before === null ? [] : [costAgainst(minute, priceAt(before.closeTick))];
    });
    return [
      age === 1 ? "the minute before" : `${age} minutes`,
      String(costs.length),
      ...[0.1, 0.5, 0.9].map((share) => basisPoints(quantile(costs, share))),
    ];
  });
  return table(["price of", "minutes", "10 %", "median", "90 %"], rows);
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);
