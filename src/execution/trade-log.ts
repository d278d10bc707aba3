import { dayOf, utcDay } from "../core/time/utc.js";
import type { Intent } from "../model/intent.js";
import type { Recovered } from "../model/recovered.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";

/** What a divided trade is counted as: its parent, or itself. */
function countedAs(intent: Pick<Intent, "id" | "parent">): string {
  return intent.parent ?? intent.id;
}

/** What was filled on a day. */
interface Day {
  /** A divided one counts once. */
  trades: number;
  /** Of the divided ones. */
  readonly parents: Set<string>;
}

interface PairTrade {
  readonly at: number;
  /** Of the journal; null where it was seen in the venue's list alone, or made by an earlier run. */
  readonly decision: number | null;
}

/** What was traded lately: how many trades a day, and when each pair last. For the controls that limit activity. */
export class TradeLog {
  /** Of earlier runs, by UTC day. */
  #recovered: Readonly<Record<string, number>> = {};
  /** Divided trades that are counted there. */
  #counted: ReadonlySet<string> = new Set();
  /** By days since the epoch. */
  readonly #days = new Map<number, Day>();
  /** By the token whose name comes first, then by the other: the newest two, the older one first. */
  readonly #pairs = new Map<TokenName, Map<TokenName, PairTrade[]>>();

  /** Takes over what the journal knows from earlier runs. */
  recall(known: Pick<Partial<Recovered>, "tradesByDay" | "countedParents" | "pairsTraded">): void {
    this.#recovered = known.tradesByDay ?? {};
    this.#counted = new Set(known.countedParents);
    for (const { from, to, at } of known.pairsTraded ?? []) this.#note(from, to, { at, decision: null });
  }

  /** @param at of the service: it counts the trades of its days. */
  filled(intent: Intent, at: number, knownAt = at): void {
    const day = this.#dayOf(at);
    const { parent } = intent;
    if (parent === null || !(day.parents.has(parent) || this.#counted.has(parent))) day.trades++;
    if (parent !== null) day.parents.add(parent);
    this.#note(intent.from, intent.to, { at: knownAt, decision: intent.decision });
  }

  /** A trade that is known from the venue's list alone. */
  seen(trade: Trade): void {
    this.#note(trade.from, trade.to, { at: trade.at, decision: null });
  }

  /** Trades of the day of `at`, together with those of `open` that are not counted yet. */
  countOn(at: number, open: Iterable<Intent>): number {
    const { trades, parents } = this.#dayOf(at);
    const coming = new Set([...open].map(countedAs).filter((id) => !parents.has(id) && !this.#counted.has(id)));
    return (this.#recovered[utcDay(at)] ?? 0) + trades + coming.size;
  }

  #dayOf(at: number): Day {
    const key = dayOf(at);
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const day: Day = { trades: 0, parents: new Set() };
    this.#days.set(key, day);
    return day;
  }

  /** When the pair was last traded, either way, by a decision other than the given one; null where never. */
  lastOf(a: TokenName, b: TokenName, exceptDecision: number): number | null {
    const [first, other] = a < b ? [a, b] : [b, a];
    const trades = this.#pairs.get(first)?.get(other);
    return trades?.findLast(({ decision }) => decision !== exceptDecision)?.at ?? null;
  }

  #note(a: TokenName, b: TokenName, trade: PairTrade): void {
    const known = this.#tradesOf(a, b);
    // Of each decision the last trade is enough, and of all decisions the newest two.
    const same = known.findIndex(({ decision }) => decision === trade.decision);
    if (same >= 0) {
      if ((known[same] as PairTrade).at > trade.at) return;
      known.splice(same, 1);
    }
    known.push(trade);
    known.sort((one, next) => one.at - next.at);
    if (known.length > 2) known.shift();
  }

  #tradesOf(a: TokenName, b: TokenName): PairTrade[] {
    const [first, other] = a < b ? [a, b] : [b, a];
    let pairs = this.#pairs.get(first);
    if (pairs === undefined) this.#pairs.set(first, (pairs = new Map<TokenName, PairTrade[]>()));
    let trades = pairs.get(other);
    if (trades === undefined) pairs.set(other, (trades = []));
    return trades;
  }
}
