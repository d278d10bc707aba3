import type { Random } from "../../../src/core/random.js";
import type { FaultEntry, FaultPlan } from "../../../src/sandbox/index.js";

/** One kind of fault as a plan may have it: `rate` is the most that is drawn. */
interface Weather {
  readonly rate: number;
  readonly entry: (random: Random) => FaultEntry;
}

const seconds = (random: Random, least: number, most: number): string =>
  `${(least + (most - least) * random.next()).toFixed(3)}s`;

/**
 * What may go wrong, all within the delays that the settling time is made for: a trade is made within 30 s of its
 * request and listed within 25 s after.
 */
const MODELLED: readonly Weather[] = [
  { rate: 0.3, entry: () => ({ kind: "lost-answer", operations: "executeTrade" }) },
  { rate: 0.3, entry: () => ({ kind: "lost-request", operations: "executeTrade" }) },
  { rate: 0.2, entry: () => ({ kind: "error-before", operations: "executeTrade" }) },
  { rate: 0.2, entry: () => ({ kind: "error-after", operations: "executeTrade" }) },
  { rate: 0.2, entry: () => ({ kind: "reset", operations: "executeTrade" }) },
  { rate: 0.2, entry: () => ({ kind: "garbled", operations: "executeTrade" }) },
  { rate: 0.2, entry: () => ({ kind: "debited-refusal" }) },
  {
    rate: 0.2,
    entry: (random) => ({ kind: "late-request", operations: "executeTrade", by: ["0s", seconds(random, 5, 30)] }),
  },
  {
    rate: 0.2,
    entry: (random) => ({ kind: "late-answer", operations: "executeTrade", by: ["0s", seconds(random, 1, 120)] }),
  },
  {
    rate: 0.1,
    entry: (random) => ({ kind: "slow-answer", operations: "executeTrade", over: ["1s", seconds(random, 2, 40)] }),
  },
  { rate: 0.1, entry: () => ({ kind: "rate-limited", operations: "trade" }) },
  { rate: 0.05, entry: () => ({ kind: "lost-answer", operations: "reads" }) },
  { rate: 0.05, entry: () => ({ kind: "lost-request", operations: "reads" }) },
  { rate: 0.05, entry: () => ({ kind: "error-before", operations: "reads" }) },
  { rate: 0.05, entry: () => ({ kind: "garbled", operations: "reads" }) },
  { rate: 0.05, entry: (random) => ({ kind: "late-answer", operations: "reads", by: ["0s", seconds(random, 1, 30)] }) },
  { rate: 0.03, entry: () => ({ kind: "rate-limited", operations: "reads" }) },
  { rate: 0.5, entry: () => ({ kind: "empty-trades" }) },
  { rate: 1, entry: (random) => ({ kind: "lagging-trades", by: ["0s", seconds(random, 1, 15)] }) },
  { rate: 0.3, entry: () => ({ kind: "stale", operations: "getTrades", age: "10s" }) },
  { rate: 0.3, entry: () => ({ kind: "stale", operations: "getBalances", age: "20s" }) },
  { rate: 0.3, entry: () => ({ kind: "stale", operations: "getPortfolio", age: "5m" }) },
];

/** What goes beyond them. */
const BEYOND: readonly Weather[] = [
  { rate: 0.1, entry: () => ({ kind: "late-request", operations: "executeTrade", by: ["1m", "10m"] }) },
  { rate: 1, entry: () => ({ kind: "lagging-trades", by: ["0s", "5m"] }) },
];

/**
 * The faults of a round.
 *
 * @param beyond whether some of them are beyond what the settling time is made for
 */
export function forecast(seed: string, random: Random, beyond: boolean): FaultPlan {
  const share = 0.1 + 0.5 * random.next();
  const harshness = random.next() ** 2;
  const modelled = MODELLED.filter(() => random.next() < share);
  const kinds = beyond ? [...modelled, BEYOND[random.int(BEYOND.length)] as Weather] : modelled;
  const first: readonly Weather[] = MODELLED.slice(0, 9);
  // The very first trade of a team has nothing before it that could prove anything.
  const lost = random.next() < 0.3 ? [{ ...first[random.int(first.length)]?.entry(random), max: 1 } as FaultEntry] : [];
  const faults = kinds.map(({ rate, entry }) => ({
    ...entry(random),
    rate: rate * harshness * (0.2 + 0.8 * random.next()),
  }));
  return { seed, faults: [...lost, ...faults] };
}
