import { addTo } from "../core/grouped.js";
import { utcDay } from "../core/time/utc.js";
import type { JsonValue } from "../core/json.js";
import type { Holding } from "../model/holding.js";
import { holdsMarker } from "../model/intent.js";
import type { EquityPoint } from "../model/journal.js";
import type { PairTraded, Recovered, StoredIntent, WaitingTarget } from "../model/recovered.js";
import type { Outcome } from "../model/outcome.js";
import { lastPrices, type SeenPrices } from "./last-prices.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";

/** How many of the last equity points a bot finds again. */
export const EQUITY_POINTS = 100;

/** A trade as far as recovering needs it. */
export interface KnownTrade {
  readonly id: string;
  /** The service's time. */
  readonly at: number;
  /** As the service sent it. */
  readonly reason: string | null;
  /** Of the intent it belongs to; null where it is not ours. */
  readonly marker: string | null;
}

/** An intent that was filled. */
export interface Fill {
  readonly intent: string;
  readonly parent: string | null;
  readonly from: TokenName;
  readonly to: TokenName;
  /** The service's time of the trade. */
  readonly at: number;
  /** On the journal's time. */
  readonly knownAt: number;
}

/** What a journal holds of a competition, in whatever way it keeps it; each list in the order in which it was written. */
export interface Facts {
  readonly holdings: readonly (Holding & { readonly book: string; readonly token: string })[];
  readonly open: readonly StoredIntent[];
  readonly conflictsElsewhere: readonly StoredIntent[];
  /** Competitions, by their first entry. */
  readonly opened: readonly string[];
  readonly waitingTargets: readonly WaitingTarget[];
  readonly notExecuted: readonly StoredIntent[];
  /** Of the run that last changed a book of the competition by other means than a trade; null where none did. */
  readonly allocations: readonly (readonly [strategy: string, allocation: number])[] | null;
  readonly states: readonly (readonly [strategy: string, state: JsonValue])[];
  readonly outcomes: readonly { readonly strategy: string; readonly outcome: Outcome }[];
  readonly trades: readonly KnownTrade[];
  /** Ours of the other competition in which we traded last. */
  readonly tradesBefore: readonly KnownTrade[];
  /** Trades that are no fill of ours. */
  readonly strays: readonly Trade[];
  /** Intents that were filled by a trade of the competition. */
  readonly fills: readonly Fill[];
  /** Prices as strategies saw them, and as quotes had them, what was written last first. */
  readonly prices: SeenPrices;
  readonly peakEquity: number | null;
  readonly equity: readonly EquityPoint[];
}

/** What a bot finds again when it starts: the same from the same facts, whichever journal kept them. */
export function recoveredFrom(facts: Facts): Recovered {
  return {
    books: booksOf(facts.holdings),
    open: facts.open,
    ...some("conflictsElsewhere", facts.conflictsElsewhere),
    ...some("opened", facts.opened),
    ...some("waitingTargets", facts.waitingTargets),
    ...some("notExecuted", facts.notExecuted),
    ...(facts.allocations === null ? {} : { allocations: Object.fromEntries(facts.allocations) }),
    states: Object.fromEntries(facts.states),
    outcomes: outcomesOf(facts.outcomes),
    tradeIds: newestFirst(facts.trades).map((trade) => trade.id),
    ...some("strayTrades", facts.strays),
    ...(facts.fills.length === 0 ? {} : { movedAt: movedAt(facts.fills) }),
    tradesByDay: tradesByDay(facts.fills),
    ...some("countedParents", countedParents(facts)),
    ...some("pairsTraded", pairsTraded(facts.fills)),
    // A service that returned them goes on doing so, until a fill shows that it does not.
    markerEchoed: markerEchoed(facts.trades) ?? (markerEchoed(facts.tradesBefore) === true ? true : null),
    ...pricesOf(facts),
    peakEquity: facts.peakEquity,
    equity: facts.equity,
  };
}

function pricesOf({ holdings, prices }: Facts): Pick<Recovered, "prices"> {
  const held = new Set(holdings.filter(({ amount }) => !amount.isZero()).map(({ token }) => token));
  const last = lastPrices(prices, held);
  return last.size === 0 ? {} : { prices: Object.fromEntries(last) };
}

/** Books keep their names when they are empty; of what is not held nothing is said. */
function booksOf(holdings: Facts["holdings"]): Recovered["books"] {
  const books = new Map<string, [string, Holding][]>();
  for (const { book, token, amount, averageCost } of holdings) {
    const held = books.get(book) ?? [];
    books.set(book, held);
    if (!amount.isZero()) held.push([token, { amount, averageCost }]);
  }
  return Object.fromEntries([...books].map(([book, held]) => [book, Object.fromEntries(held)]));
}

function outcomesOf(outcomes: Facts["outcomes"]): Record<string, Outcome[]> {
  const byStrategy = new Map<string, Outcome[]>();
  for (const { strategy, outcome } of outcomes) addTo(byStrategy, strategy, outcome);
  return Object.fromEntries(byStrategy);
}

/** By the service's time; among equal times what was written later is newer. */
function newestFirst(trades: readonly KnownTrade[]): KnownTrade[] {
  return trades.toReversed().sort((a, b) => b.at - a.at);
}

/** The parts of a divided trade count once, on the day of the first of them. */
function tradesByDay(fills: readonly Fill[]): Record<string, number> {
  const first = new Map<string, number>();
  for (const { intent, parent, at } of fills) {
    const whole = parent ?? intent;
    first.set(whole, Math.min(at, first.get(whole) ?? at));
  }
  const days = new Map<string, number>();
  for (const at of first.values()) {
    const day = utcDay(at);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return Object.fromEntries(days);
}

/** Each token that a fill moved, with when the last one was known. */
function movedAt(fills: readonly Fill[]): Record<TokenName, number> {
  const last = new Map<TokenName, number>();
  for (const { from, to, knownAt } of fills)
    for (const token of [from, to]) last.set(token, Math.max(knownAt, last.get(token) ?? knownAt));
  return Object.fromEntries(last);
}

function countedParents({ fills, open }: Facts): string[] {
  const coming = new Set(open.map(({ intent }) => intent.parent));
  return [...new Set(fills.flatMap(({ parent }) => (parent !== null && coming.has(parent) ? [parent] : [])))];
}

function pairsTraded(fills: readonly Fill[]): PairTraded[] {
  const last = new Map<string, PairTraded>();
  for (const { from, to, knownAt: at } of fills) {
    const pair = [from, to].sort().join(" ");
    if (at >= (last.get(pair)?.at ?? -Infinity)) last.set(pair, { from, to, at });
  }
  return [...last.values()];
}

/** A list under its name; nothing where it is empty. */
function some<K extends string, T>(name: K, list: readonly T[]): Partial<Record<K, readonly T[]>> {
  return list.length === 0 ? {} : ({ [name]: list } as Record<K, readonly T[]>);
}

function markerEchoed(trades: readonly KnownTrade[]): boolean | null {
  const ours = trades.filter((trade) => trade.marker !== null);
  if (ours.length === 0) return null;
  // One that was lost is enough: the next lost answer could be one without its marker.
  return ours.every(({ marker, reason }) => marker !== null && holdsMarker(reason, marker));
}
