import { messageOf } from "../../core/errors.js";
import { equalsDouble } from "../../core/number/decimal.js";
import { UNASSIGNED, type BookEntry } from "../../model/journal.js";
import { sentOf, type Balance } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions } from "../../model/venue.js";
import type { IntentRecorder } from "../intent-recorder.js";
import { tellAdjustments } from "../tell-adjustments.js";
import { VenueCalls } from "../venue-calls.js";
import type { TradeWatch } from "./trade-watch.js";

/** Compares venue and books, and enters the differences. */
export class BookAdjuster {
  readonly #recorder: IntentRecorder;
  readonly #watch: TradeWatch;
  readonly #blocked: () => ReadonlySet<TokenName>;
  readonly #calls: VenueCalls;
  /** Balances that would shrink a strategy's book, as they were sent last time. */
  #doubted = new Map<TokenName, number>();

  constructor(recorder: IntentRecorder, watch: TradeWatch, blocked: () => ReadonlySet<TokenName>) {
    this.#recorder = recorder;
    this.#watch = watch;
    this.#blocked = blocked;
    this.#calls = new VenueCalls(recorder.wall, recorder.ports.settings.deadlineMs);
  }

  /**
   * To be called while nothing is being sent. What trades by other hands explain is believed at once, but for
   * blocked tokens. The rest leaves out tokens that a trade of ours moved within the settling time, in this run or the
   * one before, and those in which a trade by other hands, seen within that time, does not show: the service's answer
   * may be older than the trade. And what would shrink a strategy's book is believed when the next call reads it again:
   * one wrong answer must not take a book away. Returns the entries made, but for those that follow the rounding of
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
      tellAdjustments((...note) => journal.note(...note), await this.adjust());
    } catch (error) {
      if (journal.halted) throw error;
      ports.log.warn("Balances could not be compared with the books", { error: messageOf(error) });
    }
  }

  async #compare(options: CallOptions): Promise<readonly BookEntry[]> {
    const recorder = this.#recorder;
    const { venue, ledger } = recorder.ports;
    this.#watch.observe(await venue.trades(options));
    // Balances are another competition's then.
    const isOver = (): boolean => recorder.madeElsewhere !== null;
    if (isOver()) return [];
    const { version } = recorder;
    const before = this.#blocked();
    const balances = await venue.balances(options);
    const resting = this.#resting(balances, before);
    for (const token of this.#doubtful(balances, resting)) resting.add(token);
    const entries = ledger.differences(this.#exact(balances), resting);
    if (entries.length > 0) {
      // Balances that a new competition has reset are none of this ledger's business.
      const { competition } = await venue.status(options);
      if (competition !== null && competition.id !== ledger.competitionId) return [];
    }
    // A lost answer that was found meanwhile has changed what the balances are compared with, and after the deadline
    // a trade may be under way.
    if (isOver() || recorder.version !== version || recorder.journal.halted || options.signal?.aborted === true)
      return [];
    const news = entries.filter(({ token }) => !this.#isRounding(token, balances));
    if (entries.length > 0) {
      recorder.journal.adjust(entries);
      ledger.apply(entries);
    }
    this.#watch.entered(resting);
    return news;
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
        this.#watch.explanation(token, sentOf(balances, token)) === null,
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

  /** Tokens whose balance would shrink a strategy's book, though no trade explains it and it was not read so before. */
  #doubtful(balances: readonly Balance[], resting: ReadonlySet<TokenName>): TokenName[] {
    const { ledger } = this.#recorder.ports;
    const seen = new Map(
      ledger
        .differences(balances, resting)
        .filter(
          ({ book, token }) => book !== UNASSIGNED && this.#watch.explanation(token, sentOf(balances, token)) === null,
        )
        .map(({ token }) => [token, sentOf(balances, token)]),
    );
    const doubtful = [...seen.keys()].filter((token) => this.#doubted.get(token) !== seen.get(token));
    this.#doubted = seen;
    return doubtful;
  }
}
