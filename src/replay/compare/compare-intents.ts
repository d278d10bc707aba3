import { addTo } from "../../core/grouped.js";
import { iso } from "../../core/time/utc.js";
import { plain } from "../../core/number/decimal.js";
import type { JsonValue } from "../../core/json.js";
import type { IntentRow, TradeRow, VerdictRow } from "../../journal/index.js";
import { endedBySlippage, slippageSeed, slippedOtherwise } from "./chance.js";
import { endCauses, intentJson, quoteCauses, verdictCauses, type VerdictCauses } from "./intent-causes.js";
import type { Recording } from "./recording.js";
import type { Cause, Subject } from "./report.js";
import { RiskLimits } from "./risk-limits.js";
import { emptyTally } from "./tallies.js";

/** Something that came of one decision and is not the same in both runs. */
export interface IntentDifference {
  readonly what: Extract<Subject, "intent" | "trade">;
  readonly first: JsonValue;
  readonly second: JsonValue;
  /** What the journal itself says of it; none where the facts have to tell. */
  readonly causes: readonly Cause[];
  /** Of an intent: what risk said of its size, and what may be why where no fact is. */
  readonly ofSize?: readonly Cause[];
  readonly atLast?: readonly Cause[];
  /** Of a later step of the same decision: what a step before it was, where that is not the same in both. */
  readonly before?: readonly Cause[];
}

/** A trade of which one run knew later than the other. */
export interface LaterTrade {
  /** When it was made, epoch milliseconds. */
  readonly at: number;
  /** When one run knew of it, and when the other; epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  readonly difference: IntentDifference;
}

/** What was found of one decision. */
interface Found {
  readonly differences: readonly IntentDifference[];
  /** Trades that are the same, but for when each run knew of them. */
  readonly later: readonly LaterTrade[];
}

/** What a run made of its decisions, by their numbers. */
class DecisionResults {
  readonly #intents = new Map<number, IntentRow[]>();
  readonly #verdicts = new Map<number, VerdictRow[]>();
  readonly #trades: Recording["trades"];

  constructor({ intents, verdicts, trades }: Recording) {
    for (const row of intents) addTo(this.#intents, row.intent.decision, row);
    for (const row of verdicts) addTo(this.#verdicts, row.decision, row);
    this.#trades = trades;
  }

  intents(decision: number): readonly IntentRow[] {
    return this.#intents.get(decision) ?? [];
  }

  verdicts(decision: number): readonly VerdictRow[] {
    return this.#verdicts.get(decision) ?? [];
  }

  trade(intent: IntentRow): TradeRow | undefined {
    return this.#trades.get(intent.intent.id);
  }
}

/** Compares what two runs made of the same decision, and counts it. */
export class IntentComparison {
  readonly intents = emptyTally();
  readonly trades = emptyTally();
  readonly #first: DecisionResults;
  readonly #second: DecisionResults;
  readonly #limits: RiskLimits;
  /** Why slippages may differ that nothing else makes differ. */
  readonly #seed: readonly Cause[];

  constructor(first: Recording, second: Recording) {
    this.#first = new DecisionResults(first);
    this.#second = new DecisionResults(second);
    this.#limits = new RiskLimits(first.run.config, second.run.config);
    const seed = slippageSeed(first.run, second.run);
    this.#seed = seed === null ? [] : [seed];
  }

  /** The intents of a decision of each run, in the order in which they were prepared; null where a run has none. */
  compare(first: number | null, second: number | null): Found {
    const [a, b] = [
      first === null ? [] : this.#first.intents(first),
      second === null ? [] : this.#second.intents(second),
    ];
    const said = verdictCauses(
      first === null ? [] : this.#first.verdicts(first),
      second === null ? [] : this.#second.verdicts(second),
      this.#limits,
    );
    const differences: IntentDifference[] = [];
    const later: LaterTrade[] = [];
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const [one, other] = [a[i], b[i]];
      const intent = this.#intent(one, other, said);
      const trade = this.#trade(one, other);
      const step = isLater(one, a) || isLater(other, b);
      const before = step ? stepBefore(differences[0], later[0]?.difference) : [];
      if (intent !== null) differences.push({ ...intent, before });
      else if (trade !== null && "until" in trade) later.push(trade);
      else if (trade !== null) differences.push(trade);
    }
    return { differences, later };
  }

  #intent(
    first: IntentRow | undefined,
    second: IntentRow | undefined,
    { said, ofSize, atLast }: VerdictCauses,
  ): IntentDifference | null {
    const found = { what: "intent", first: intentJson(first), second: intentJson(second) } as const;
    const planned = { ...found, causes: said, ofSize, atLast };
    if (first === undefined || second === undefined) {
      this.intents[first === undefined ? "onlySecond" : "onlyFirst"]++;
      return planned;
    }
    const same = wantsTheSame(first, second);
    if (same && first.state === second.state) {
      this.intents.equal++;
      return null;
    }
    this.intents.differing++;
    if (!same) return planned;
    const seed = endedBySlippage(first, second) ? this.#seed : [];
    return { ...found, causes: [...this.#limits.ofEnds(first, second), ...seed, ...endCauses(first, second)] };
  }

  #trade(first: IntentRow | undefined, second: IntentRow | undefined): IntentDifference | LaterTrade | null {
    const a = first && this.#first.trade(first);
    const b = second && this.#second.trade(second);
    if (first === undefined || second === undefined || a === undefined || b === undefined) {
      if (a !== undefined || b !== undefined) this.trades[a === undefined ? "onlySecond" : "onlyFirst"]++;
      return null;
    }
    const same = a.trade.fromAmount.equals(b.trade.fromAmount) && a.trade.toAmount.equals(b.trade.toAmount);
    this.trades[same ? "equal" : "differing"]++;
    const found = { what: "trade", first: tradeJson(a), second: tradeJson(b) } as const;
    const seed = slippedOtherwise(first, second, a, b) ? this.#seed : [];
    if (!same) return { ...found, causes: [...seed, ...fillCauses(first, second, a, b)] };
    if (a.seenAt === b.seenAt) return null;
    const text = `it was filled at ${iso(a.seenAt)} against ${iso(b.seenAt)}`;
    const causes: Cause[] = [{ kind: "timing", text, first: a.seenAt, second: b.seenAt }];
    return {
      at: Math.min(a.trade.at, b.trade.at),
      from: Math.min(a.seenAt, b.seenAt),
      until: Math.max(a.seenAt, b.seenAt),
      difference: { ...found, causes },
    };
  }
}

/** Whether an intent was prepared after the first one of its decision: a step that follows what those before it brought. */
function isLater(intent: IntentRow | undefined, [first]: readonly IntentRow[]): boolean {
  return intent !== undefined && first !== undefined && intent.intent.preparedAt > first.intent.preparedAt;
}

/** Why a later step of a decision may be another one: a step before it was, or brought something else, or came later. */
function stepBefore(differing: IntentDifference | undefined, later: IntentDifference | undefined): Cause[] {
  const before = differing ?? later;
  if (before === undefined) return [];
  const [cause] = before.causes;
  const text = `a step before it was not the same${cause === undefined ? "" : `: ${cause.text}`}`;
  const { first, second } = before;
  return [{ kind: differing === undefined ? "timing" : "outcome", text, first, second }];
}

/** Whether two intents mean the same trade, names and times apart. */
function wantsTheSame({ intent: a }: IntentRow, { intent: b }: IntentRow): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.amount.equals(b.amount) &&
    a.limit === b.limit &&
    a.urgent === b.urgent &&
    (a.validUntil === null) === (b.validUntil === null)
  );
}

function fillCauses(first: IntentRow, second: IntentRow, a: TradeRow, b: TradeRow): Cause[] {
  const rate = `the fill's rate: ${a.trade.price} against ${b.trade.price}, traded ${iso(a.trade.at)} against ${iso(b.trade.at)}`;
  return [...quoteCauses(first, second), { kind: "quote", text: rate, first: a.trade.price, second: b.trade.price }];
}

function tradeJson({ trade, seenAt }: TradeRow): JsonValue {
  const { from, to, fromAmount, toAmount, price, at } = trade;
  return { from, to, fromAmount: plain(fromAmount), toAmount: plain(toAmount), price, at, seenAt };
}
