import type { Random } from "../../../src/core/random.js";
import type { FaultEntry, FaultPlan } from "../../../src/sandbox/index.js";

/** One kind of fault as a plan may have it: `rate` is the most that is drawn. */
interface Weather {
  readonly rate: number;
  readonly entry: (random: Random) => FaultEntry;
}

const seconds = (random: Random, least: number, most: number): string =>
  `${(least + (most - least) * random.next()).toFixed(3)}s`;

const minutes = (random: Random): string => `${1 + random.int(20)}m`;

/** So many of them, from the first on, lose the answer to a trade. */
const FIRST = 9;

/**
 * The delays that the settling time is made for, milliseconds: a trade is made so long after its request, and listed so
 * long after that, at most (a list that lags by 15 s, kept for 10 s).
 */
export const MODELLED_DELAYS = { made: 30_000, listed: 25_000 } as const;

/** What may go wrong, all within those delays. */
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
  { rate: 0.05, entry: () => ({ kind: "wrong-types" }) },
  { rate: 1, entry: () => ({ kind: "dialect" }) },
  { rate: 0.3, entry: () => ({ kind: "prices" }) },
  {
    rate: 1,
    entry: (random) => ({
      kind: "clock",
      operations: ["health", "price", "getPortfolio"],
      by: [`-${minutes(random)}`, minutes(random)],
    }),
  },
];

/** Balances that are wrong for so long at most, milliseconds: shorter than it takes to believe them. */
const WRONG_BALANCES = 240_000;

function wrongBalances(random: Random): FaultEntry {
  const lasts = seconds(random, 10, WRONG_BALANCES / 1_000);
  const from = random.next() < 0.3 ? "0s" : minutes(random);
  return { kind: "balances", from, for: lasts, rate: random.next() < 0.7 ? 1 : 0.5 };
}

/** What happens once. */
const EVENTS: readonly ((random: Random) => FaultEntry)[] = [
  () => ({ kind: "key-reset", rate: 0.05, max: 1 }),
  () => ({ kind: "competition-restart", rate: 0.03, max: 1 }),
  () => ({ kind: "competition-restart", when: "before", rate: 0.1, max: 1 }),
  (random) => ({ kind: "away", from: minutes(random), for: minutes(random) }),
  (random) => ({ kind: "away", how: "503", from: minutes(random), for: minutes(random) }),
];

/** What the next competition makes good again. */
const ENDS = ["deactivation", "competition-end"] as const;

/** What goes beyond what the settling time is made for. */
const BEYOND: readonly Weather[] = [
  { rate: 0.1, entry: () => ({ kind: "late-request", operations: "executeTrade", by: ["1m", "10m"] }) },
  { rate: 1, entry: () => ({ kind: "lagging-trades", by: ["0s", "5m"] }) },
];

/** Milliseconds by which a request may be held up before what it meets happens, at most: those beyond everything, and some. */
const HELD = 11 * 60_000;

/** How a round's weather is. */
export interface Climate {
  /** Whether trades may be made, or listed, later than the settling time is made for. */
  readonly beyond: boolean;
  /** Whether the service may keep other reasons than it was sent. */
  readonly reasons: boolean;
  /** Milliseconds after the start at which the first competition ends and another follows; null: none does. */
  readonly firstEnds: number | null;
}

/** The faults of a round. */
export function forecast(seed: string, random: Random, { beyond, reasons, firstEnds }: Climate): FaultPlan {
  const share = 0.1 + 0.5 * random.next();
  const harshness = random.next() ** 2;
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)] as T;
  const entryOf = ({ rate, entry }: Weather, most: number): FaultEntry => ({
    ...entry(random),
    rate: rate * most * (0.2 + 0.8 * random.next()),
  });
  const kinds = MODELLED.filter(() => random.next() < share);
  const faults = kinds.map((kind) => entryOf(kind, harshness));
  // However mild the rest is: what it leads to shall arise.
  if (beyond) faults.push(entryOf(pick(BEYOND), 1));
  if (random.next() < 0.25) faults.push(pick(EVENTS)(random));
  if (firstEnds !== null && random.next() < 0.4) {
    // It may strike the first competition only: of the last one nothing would be left to compare the books with.
    const to = `${Math.max(1_000, firstEnds - HELD) / 1_000}s`;
    const end = pick(ENDS);
    // One that was started anew runs on: no other one would follow that takes a team in again.
    const anew = faults.some(({ kind }) => kind === "competition-restart");
    faults.push({ kind: anew ? "competition-end" : end, rate: 0.03, max: 1, to });
  }
  const balances = random.fork("balances");
  if (balances.next() < 0.4) faults.push(wrongBalances(balances));
  if (reasons)
    faults.push({ kind: "changed-reason", rate: pick([0.05, 0.3, 1]), ...(random.next() < 0.5 && { change: "cut" }) });
  // The very first trade of a team has nothing before it that could prove anything.
  if (random.next() < 0.3) faults.unshift({ ...pick(MODELLED.slice(0, FIRST)).entry(random), max: 1 });
  return { seed, faults };
}
