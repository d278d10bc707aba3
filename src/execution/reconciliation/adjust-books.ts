import { attempt } from "../../core/attempt.js";
import { messageOf } from "../../core/errors.js";
import { equalsDouble, ZERO, type Decimal } from "../../core/number/decimal.js";
import { isSameBalance } from "../../model/bookable.js";
import { UNASSIGNED, type BookEntry } from "../../model/journal.js";
import { sentOf, type Balance, type Portfolio } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";
import type { Trade } from "../../model/trade.js";
import type { CallOptions } from "../../model/venue.js";
import type { IntentLog } from "../intent-log.js";
import { reportAdjustments } from "../report-adjustments.js";
import { VenueCalls } from "../venue-calls.js";
import { DoubtedBalances, type Unexplained } from "./doubted-balances.js";
import { tellDoubts } from "./report-doubts.js";
import type { TradeWatch } from "./trade-watch.js";

/** A difference of less than this share of what is held may be how a service rounds. */
const DUST_SHARE = 0.001;

/** Compares venue and books, and enters the differences. */
export class BookAdjuster {
  readonly doubts = new DoubtedBalances();
  readonly #recorder: IntentLog;
  readonly #watch: TradeWatch;
  readonly #blocked: () => ReadonlySet<TokenName>;
  readonly #calls: VenueCalls;

  constructor(recorder: IntentLog, watch: TradeWatch, blocked: () => ReadonlySet<TokenName>) {
    this.#recorder = recorder;
    this.#watch = watch;
    this.#blocked = blocked;
    this.#calls = new VenueCalls(recorder.wall, recorder.ports.settings.deadlineMs);
  }

  /**
   * To be called while nothing is being sent. What trades by other hands explain is believed at once, but for
   * blocked tokens. The rest leaves out tokens that a trade of ours moved within the settling time, in this run or the
   * one before, and those in which a trade by other hands, seen within that time, does not show: the service's answer
   * may be older than the trade. What no trade explains is in doubt (`DoubtedBalances`), but for dust, and for
   * what gives back to the books what earlier adjustments took. Returns the entries made, but for those that follow the rounding of
   * doubles: they are news to nobody. Rejects where the venue cannot be read, and after the deadline of a trade: trades
   * wait for it.
   */
  async adjust(): Promise<readonly BookEntry[]> {
    return this.#calls.within(({ signal }) => this.#compare({ signal }));
  }

  /**
   * The same after the service has refused a trade because it holds less than the books, perhaps by a unit of the 15th
   * place (`isSameBalance`). Never rejects because of the venue.
   */
  async follow(): Promise<void> {
    const { journal, ports } = this.#recorder;
    try {
      reportAdjustments((...note) => journal.note(...note), await this.adjust());
    } catch (error) {
      if (journal.halted) throw error;
      ports.log.warn("Balances could not be compared with the books", { error: messageOf(error) });
    }
  }

  async #compare(options: CallOptions): Promise<readonly BookEntry[]> {
    const recorder = this.#recorder;
    const { venue, ledger } = recorder.ports;
    let list = await this.#observed(options);
    // Balances are another competition's then.
    const isOver = (): boolean => recorder.madeElsewhere !== null;
    if (isOver()) return [];
    const { version } = recorder;
    const before = this.#blocked();
    const balances = await venue.balances(options);
    let resting = this.#resting(balances, before);
    let differences = this.#differences(balances, resting);
    if (this.#strange(differences, balances).length > 0) {
      // A trade that explains it may have been made between list and balances.
      list = await this.#observed(options);
      resting = this.#resting(balances, before);
      differences = this.#differences(balances, resting);
    }
    if (differences.length > 0) {
      // Balances that a new competition has reset are none of this ledger's business.
      const { competition } = await venue.status(options);
      if (competition !== null && competition.id !== ledger.competitionId) return [];
    }
    const unexplained = await this.#unexplained(differences, balances, options);
    // A lost answer that was found meanwhile has changed what the balances are compared with, and after the deadline
    // a trade may be under way.
    if (isOver() || recorder.version !== version || recorder.journal.halted || options.signal?.aborted === true)
      return [];
    this.#doubt(unexplained, recorder.known.counts(list, ledger.competitionId), resting);
    const entries = differences.filter(({ token }) => !this.doubts.has(token));
    const news = entries.filter(({ token }) => !this.#isRounding(token, balances));
    if (entries.length > 0) {
      recorder.journal.adjust(entries);
      ledger.apply(entries);
    }
    this.#watch.entered(new Set([...resting, ...this.doubts.tokens]));
    return news;
  }

  async #observed(options: CallOptions): Promise<readonly Trade[]> {
    const list = await this.#recorder.ports.venue.trades(options);
    this.#watch.observe(list);
    return list;
  }

  /** What would bring the books to the balances, but for tokens that rest. */
  #differences(balances: readonly Balance[], resting: ReadonlySet<TokenName>): readonly BookEntry[] {
    const { ports } = this.#recorder;
    const { ledger } = ports;
    return ledger.differences(this.#exact(balances), resting).flatMap((entry) => {
      if (!entry.change.isPositive() || !this.#isUnexplained(entry.token, balances)) return [entry];
      return ledger.returned(entry, ports.adjustedSince?.(ledger.competitionId, 0) ?? []);
    });
  }

  /** The tokens of differences that count and that neither a trade explains nor an earlier adjustment, which they undo. */
  #strange(differences: readonly BookEntry[], balances: readonly Balance[]): TokenName[] {
    return [...new Set(differences.map(({ token }) => token))].filter(
      (token) =>
        this.#isUnexplained(token, balances) &&
        !this.#isDust(token, balances) &&
        !isReturn(differences.filter((one) => one.token === token)),
    );
  }

  /** Whether a difference is too small to trade and a small part of what is held: a service that rounds otherwise. */
  #isDust(token: TokenName, balances: readonly Balance[]): boolean {
    const { board, ledger, settings } = this.#recorder.ports;
    const known = ledger.balance(token).toNumber();
    const difference = Math.abs(sentOf(balances, token) - known);
    const usd = board.usd(token);
    return usd !== null && difference * usd < settings.minTradeUsd && difference < DUST_SHARE * known;
  }

  /** These tokens, and whether the portfolio contradicts what was read of them. */
  async #unexplained(
    differences: readonly BookEntry[],
    balances: readonly Balance[],
    options: CallOptions,
  ): Promise<readonly Unexplained[]> {
    const tokens = this.#strange(differences, balances);
    if (tokens.length === 0) return [];
    const portfolio = await this.#portfolio(options);
    return tokens.map((token) => {
      const known = this.#recorder.ports.ledger.balance(token);
      const shown = portfolio?.tokens.find((held) => held.token === token)?.amount;
      const contradicted = shown !== undefined && isSameBalance(known, shown.toNumber());
      return { token, known, sent: sentOf(balances, token), contradicted };
    });
  }

  #isUnexplained(token: TokenName, balances: readonly Balance[]): boolean {
    return this.#watch.explanation(token, sentOf(balances, token)) === null;
  }

  /** Null where it cannot be read: it is one more witness, and a weak one, for some services send an old one for ever. */
  async #portfolio(options: CallOptions): Promise<Portfolio | null> {
    const read = await attempt(() => this.#recorder.ports.venue.portfolio(options));
    return read.ok ? read.value : null;
  }

  #doubt(unexplained: readonly Unexplained[], counts: boolean, resting: ReadonlySet<TokenName>): void {
    const { wall, ports } = this.#recorder;
    const at = wall.now() * ports.settings.clockSpeed;
    tellDoubts(this.#recorder, this.doubts.take({ unexplained, at, counts }, resting));
  }

  /** Whether books and venue hold the same of a token, but for how doubles are rounded. */
  #isRounding(token: TokenName, balances: readonly Balance[]): boolean {
    const known = this.#recorder.ports.ledger.balance(token);
    return this.#watch.explanation(token, sentOf(balances, token))?.equals(known) === true;
  }

  #resting(balances: readonly Balance[], before: ReadonlySet<TokenName>): Set<TokenName> {
    const { ledger, settings } = this.#recorder.ports;
    const tokens = [...balances.map(({ token }) => token), ...ledger.sums.keys()];
    const fresh = tokens.filter(
      (token) =>
        this.#recorder.wall.now() - this.#recorder.movedAt(token) < settings.settleMs &&
        this.#isUnexplained(token, balances),
    );
    const unmoved = [...this.#watch.young()].filter((token) => this.#isRounding(token, balances));
    return new Set([...before, ...this.#blocked(), ...fresh, ...unmoved]);
  }

  /** Balances that trades by other hands explain, to the last digit: those that were sent are rounded to doubles. */
  #exact(balances: readonly Balance[]): Balance[] {
    return balances.map((balance) => {
      const amount = this.#watch.explanation(balance.token, balance.sent);
      return amount === null || !equalsDouble(amount, balance.sent) ? balance : { ...balance, amount };
    });
  }
}

/** Whether the differences of one token only give back to strategies' books what adjustments have taken from them. */
function isReturn(differences: readonly BookEntry[]): boolean {
  const sum = (entries: readonly BookEntry[]): Decimal =>
    entries.reduce((total, { change }) => total.plus(change), ZERO);
  const back = sum(differences.filter(({ book }) => book !== UNASSIGNED));
  return back.greaterThan(ZERO) && isSameBalance(sum(differences), back.toNumber());
}
