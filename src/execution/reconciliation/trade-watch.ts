import { ZERO, type Decimal } from "../../core/number/decimal.js";
import { someOf } from "../../core/some-of.js";
import { UNDER_WAY } from "../../model/intent.js";
import { isSameBalance, type Moved } from "../../model/bookable.js";
import type { TokenName } from "../../model/token.js";
import type { Trade } from "../../model/trade.js";
import { couldBe, recognitionOf } from "./evidence.js";
import { readMarker } from "../marker.js";
import type { Tracked } from "../open-intents.js";
import type { IntentLog } from "../intent-log.js";
import { guardedCall } from "../guarded-call.js";

/** What a trade of the list is to us. */
type Meaning =
  | { readonly kind: "open" }
  | { readonly kind: "late"; readonly tracked: Tracked }
  /** A late one that a person has answered for, or one of a conflict for which no token rests here. */
  | { readonly kind: "asked" }
  /** An attempt of ours that failed: it moved nothing. */
  | { readonly kind: "failed" }
  | { readonly kind: "foreign" };

/** A trade by other hands, or a late one of ours, whose effect on these tokens the ledger does not hold yet. */
interface Pending {
  readonly trade: Trade;
  readonly tokens: Set<TokenName>;
  /** Wall clock at which this process saw it first. */
  readonly seenAt: number;
}

/** What it means that trades carry this journal's marker, though it knows of none. */
const OWN_MARKER =
  "with this journal's marker: the service made what it had refused, an older copy of the journal was put back, or a bot runs on a copy";

/**
 * Looks through trade lists for what nobody waits for: trades by other hands, and trades that arrive
 * after they were taken for not executed.
 */
export class TradeWatch {
  readonly #recorder: IntentLog;
  /** By id, oldest first. */
  readonly #pending = new Map<string, Pending>();
  /** The list that was taken in last. */
  #list: readonly Trade[] = [];

  constructor(recorder: IntentLog) {
    this.#recorder = recorder;
  }

  /**
   * Takes in a list.
   * @param entered whether the books were opened after these trades, so that they hold their effects already
   */
  observe(list: readonly Trade[], entered = false): void {
    const { ports, known, trades } = this.#recorder;
    if (this.#recorder.journal.halted) return;
    this.#list = list;
    known.observe(list);
    const foreign: Trade[] = [];
    const current = ports.ledger.competitionId;
    // Oldest first, as they happened.
    for (const trade of list.toReversed()) {
      if (known.has(trade.id)) continue;
      const meaning = this.#meaningOf(trade);
      if (meaning.kind === "open") continue;
      known.add(trade);
      if (meaning.kind === "late") this.#late(meaning.tracked, trade);
      // Of another competition nothing else counts, but that it is not what is sent from here on.
      if (trade.competitionId !== current) continue;
      if (meaning.kind === "foreign") foreign.push(trade);
      if (trade.success && !entered) this.#await(trade);
      if (trade.success) trades.seen(trade);
    }
    if (foreign.length > 0) this.#report(foreign, entered);
  }

  /** Trades that an earlier run saw and that are no fill, oldest first: which of them the ledger holds is not known, the older ones rather. */
  recall(trades: readonly Trade[]): void {
    for (const trade of trades) if (trade.success) this.#await(trade);
  }

  /**
   * What there is of a token, exactly, where the ledger explains the balance that was sent: as it stands, or with
   * the newest trades by other hands that it does not hold yet; null where neither does. The service has rounded with
   * each trade (`isSameBalance`): what is left of a token that was sold differs by as much.
   */
  explanation(token: TokenName, sent: number): Decimal | null {
    let amount = this.#recorder.ports.ledger.balance(token);
    if (isSameBalance(amount, sent)) return amount;
    const moved = this.#moved(token);
    if (isSameBalance(amount, sent, moved)) return amount;
    for (const { trade, tokens } of [...this.#pending.values()].reverse()) {
      if (!tokens.has(token) || this.#recorder.entered.has(trade.id)) continue;
      amount = trade.from === token ? amount.minus(trade.fromAmount) : amount.plus(trade.toAmount);
      if (isSameBalance(amount, sent, moved)) return amount;
    }
    return null;
  }

  /** The tokens of such trades seen within the settling time: a balance without their effect may be older than they are. */
  young(): Set<TokenName> {
    const { ports } = this.#recorder;
    const since = this.#recorder.wall.now() - ports.settings.settleMs;
    return new Set([...this.#pending.values()].flatMap(({ tokens, seenAt }) => (seenAt > since ? [...tokens] : [])));
  }

  /** The ledger was brought to the venue's balances, but for these tokens. */
  entered(exceptTokens: ReadonlySet<TokenName>): void {
    for (const [id, { tokens }] of this.#pending) {
      for (const token of tokens) if (!exceptTokens.has(token)) tokens.delete(token);
      if (tokens.size === 0) this.#pending.delete(id);
    }
  }

  /** What all trades of this competition have added and taken of a token: at least what its balance ever fell by. */
  #moved(token: TokenName): Moved {
    const current = this.#recorder.ports.ledger.competitionId;
    const amounts = this.#list
      .filter(({ success, competitionId }) => success && competitionId === current)
      .flatMap(({ from, to, fromAmount, toAmount }) =>
        from === token ? [fromAmount] : to === token ? [toAmount] : [],
      );
    return { sum: amounts.reduce((sum, amount) => sum.plus(amount), ZERO), count: amounts.length };
  }

  #await(trade: Trade): void {
    const tokens = new Set([trade.from, trade.to]);
    this.#pending.set(trade.id, { trade, tokens, seenAt: this.#recorder.wall.now() });
  }

  #meaningOf(trade: Trade): Meaning {
    const { ports, open, notExecuted } = this.#recorder;
    const marker = readMarker(trade.reason);
    if (marker !== null && marker.journalId === ports.journalId) {
      if (open.get(marker.intentId) !== undefined) return { kind: "open" };
      if (!trade.success) return { kind: "failed" };
      if (this.#recorder.unfinished(marker.intentId) !== undefined) return { kind: "asked" };
      const tracked = notExecuted.get(marker.intentId);
      if (tracked !== undefined) return this.#meaningOfLate(tracked, trade);
      // A second trade of a filled intent cannot be ours, nor one of an intent that nobody made: a marker is sent once.
      return { kind: "foreign" };
    }
    if (marker !== null) return { kind: "foreign" };
    const fits = (one: Tracked): boolean => couldBe(trade, one.intent, recognitionOf(one, this.#recorder));
    // It may be the first one without its marker, or have lost it: not somebody else's before an answer, or the proof, tells.
    if (open.in(UNDER_WAY).some(fits)) return { kind: "open" };
    if (this.#recorder.echoed === true || trade.competitionId !== ports.ledger.competitionId)
      return { kind: "foreign" };
    const here = [...notExecuted.values()].filter(({ intent }) => intent.competitionId === trade.competitionId);
    const tracked = here.find(fits);
    return tracked === undefined ? { kind: "foreign" } : this.#meaningOfLate(tracked, trade);
  }

  #meaningOfLate(tracked: Tracked, trade: Trade): Meaning {
    // The journal has a trade for an intent that was not executed where a person has said so of this very trade.
    const answered = tracked.asked === trade.id || this.#recorder.ports.ownerOfTrade?.(trade.id) === tracked.intent.id;
    return answered ? { kind: "asked" } : { kind: "late", tracked };
  }

  #late(tracked: Tracked, trade: Trade): void {
    const reason = `trade ${trade.id} turned up after it was taken for not executed: see contender resolve ${tracked.intent.id}`;
    this.#recorder.move(tracked, "CONFLICT", { code: "LATE_TRADE", reason }, { trade });
  }

  #report(foreign: readonly Trade[], entered: boolean): void {
    const { ports, journal } = this.#recorder;
    journal.foreignTrades(foreign);
    // All of them stand in the journal; in a first start on an old account they are thousands.
    const trades = someOf(foreign.map(({ id }) => id));
    const were = foreign.length === 1 ? "1 trade was" : `${foreign.length} trades were`;
    const copies = foreign.filter(({ reason }) => readMarker(reason)?.journalId === ports.journalId).length;
    const whose = copies === 0 ? "" : ` (${copies} ${OWN_MARKER})`;
    journal.note("warn", "foreign-trades", `${were} not made by this bot: ${trades}${whose}`, {
      count: foreign.length,
    });
    // What was made before the books were opened is nobody's offence.
    if (!entered) guardedCall(ports.log, () => ports.onForeign?.(foreign));
  }
}
