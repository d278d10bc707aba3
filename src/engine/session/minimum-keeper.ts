import { HOUR, MINUTE, formatLength } from "../../core/time/duration.js";
import type { Executor } from "../../execution/index.js";
import type { Ledger } from "../../ledger/index.js";
import { UNASSIGNED } from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import type { TokenName } from "../../model/token.js";
import { DEFAULT_MIN_TRADE_USD } from "../../risk/minimum.js";
import type { SwapProgress } from "../control.js";
import type { ManualTrades } from "./manual-trades.js";
import { minimumDanger, type Danger } from "./minimum-danger.js";
import type { Standings } from "../competition/standings.js";
import type { EngineContext } from "../context.js";

interface MinimumParts {
  readonly ledger: Ledger;
  readonly executor: Executor;
  readonly standings: Standings;
  readonly hand: ManualTrades;
}

interface SmallestTrade {
  readonly book: string;
  readonly from: TokenName;
  readonly to: TokenName;
}

/** Of a day, for each trade that is missing: when so little is left, the trades are made. */
const LAST_CALL = HOUR;

/** How long a trade that was refused is not decided again, milliseconds; and at most this share of what is left of the day. */
const REST = 5 * MINUTE;
const REST_SHARE = 0.25;

/** Prices that are read to find something to trade, at most: a service may name tokens without end. */
const MOST_LOOKED_AT = 20;

/** Above the smallest allowed trade, so that a price that moves meanwhile does not make it too small. */
const MARGIN = 1.1;

/**
 * Watches the daily minimum of trades, below which a team may be deactivated: warns while the day may
 * end short of it, and by config makes the smallest trades that keep it, there and back.
 */
export class MinimumKeeper {
  #warned: Pick<Danger, "day" | "made"> | null = null;
  /** Of which nothing could be found to trade. */
  #hopeless: Pick<Danger, "day" | "made"> | null = null;
  /** From when on prices are read again to find something: epoch milliseconds. */
  #lookAgainAt = -Infinity;
  #trading = false;
  /** Until when nothing is tried, for the last trade was refused: epoch milliseconds. */
  #restUntil = -Infinity;

  constructor(
    private readonly context: EngineContext,
    private readonly parts: MinimumParts,
  ) {}

  /** Trades a day that are due: the rules', or config's where they do not say; null where none are. */
  get minimum(): number | null {
    return this.context.rules.current.minTradesPerDay ?? this.context.ports.settings.minTradesPerDay;
  }

  /** Gives whether it was time to trade for it: then a trade may have begun. */
  check(): boolean {
    const { minimum } = this;
    return minimum !== null && this.#checkAgainst(minimum);
  }

  #checkAgainst(minimum: number): boolean {
    const { clock, settings } = this.context.ports;
    const { executor, standings } = this.parts;
    const now = clock.now();
    const { startAt, endAt } = standings.competition;
    const danger = minimumDanger(now, executor.tradesOn(now), minimum, startAt, endAt);
    if (danger === null) return false;
    this.#warn(danger, settings.keepMinimum);
    if (!settings.keepMinimum || danger.left > LAST_CALL * danger.missing) return false;
    this.#trade(danger);
    return true;
  }

  #warn({ day, made, missing, left }: Danger, kept: boolean): void {
    if (this.#warned?.day === day && this.#warned.made === made) return;
    this.#warned = { day, made };
    this.context.note(
      "warn",
      "minimum-in-danger",
      `${made} of ${made + missing} trades made on ${day} (UTC), ${formatLength(left)} left: ` +
        (kept
          ? "the smallest trades that keep the minimum will be made."
          : "a team below the minimum may be deactivated."),
      { day, made, missing },
    );
  }

  #trade({ day, made, missing, left }: Danger): void {
    const { clock } = this.context.ports;
    const now = clock.now();
    if (this.#trading || now < this.#restUntil) return;
    const trade = this.#smallest();
    const rest = Math.min(REST, left * REST_SHARE);
    if (trade === null) {
      if (now < this.#lookAgainAt) {
        this.#tellHopeless({ day, made, missing });
        return;
      }
      this.#lookAgainAt = now + rest;
      this.#look();
      return;
    }
    this.#trading = true;
    const reason = `Keeps the daily minimum of trades: ${made} of ${made + missing} made on ${day} (UTC)`;
    const usd = Math.ceil(this.#smallestUsd(trade.from) * 100) / 100;
    // The day does not wait until it is known: what is not known now counts as none, once.
    let waiting = true;
    const done = (outcomes: readonly Outcome[]): void => {
      if (!waiting) return;
      waiting = false;
      this.#trading = false;
      if (outcomes.every(({ status }) => status !== "filled")) this.#restUntil = clock.now() + rest;
    };
    const onProgress = ({ unknown }: SwapProgress): void => {
      if (unknown !== null) done([]);
    };
    // Told by calls: a simulated clock goes on while a promise waits for its turn.
    this.parts.hand.begin({ ...trade, size: { usd }, reason }, { onProgress, done, failed: () => done([]) });
  }

  /** Reads prices of what nobody has named or holds, but could be bought: the next check may find one. */
  #look(): void {
    const { feed, ports, stop } = this.context;
    const { registry, settings, clock, venue } = ports;
    const chains = new Set(this.#cash().map(({ from }) => registry.get(from)?.specificChain));
    const allowed = registry.list().filter(({ name }) => settings.risk.tokens?.includes(name) !== false);
    const wanted = allowed.filter(({ cash, specificChain }) => !cash && chains.has(specificChain));
    const tokens = wanted.slice(0, MOST_LOOKED_AT).map(({ name }) => name);
    void feed.gather(venue, tokens, clock.now(), stop.signal);
  }

  /** Once for each trade that is missing, where no book only waits for a trade of its own. */
  #tellHopeless({ day, made, missing }: Pick<Danger, "day" | "made" | "missing">): void {
    if (!this.#books().every((book) => this.#isIdle(book))) return;
    if (this.#hopeless?.day === day && this.#hopeless.made === made) return;
    this.#hopeless = { day, made };
    this.context.note(
      "warn",
      "minimum-in-danger",
      `${made} of ${made + missing} trades made on ${day} (UTC), and no book has cash that can be traded for an allowed token of its chain with a price: a team below the minimum may be deactivated.`,
      { day, made, missing },
    );
  }

  #books(): string[] {
    return [UNASSIGNED, ...this.context.ports.strategies.map(({ name }) => name)];
  }

  /** Whether a book has no trade on its way: a newer one would take back what its strategy has, and that counts as well. */
  #isIdle(book: string): boolean {
    return this.parts.executor.openTrades(book).every(({ state }) => state === "CONFLICT");
  }

  /** Of what is sold for it: the rules' minimum is in tokens of that. */
  #smallestUsd(from: TokenName): number {
    const { execution, risk } = this.context.ports.settings;
    const ruled = this.#usd(Number(this.context.rules.current.minTradeAmount ?? 0), from);
    return MARGIN * Math.max(execution.minTradeUsd, risk.minTradeUsd ?? DEFAULT_MIN_TRADE_USD, ruled);
  }

  /**
   * From the fullest cash, to the token of its chain that is held most; every second time the way back, where that needs no
   * larger trade. Where no book has such cash, or nothing to buy with it, what needs the smallest trade of what is held, of
   * several what is held most, into the cash of its chain.
   */
  #smallest(): SmallestTrade | null {
    const { registry, clock } = this.context.ports;
    const blocked = this.parts.executor.blockedTokens();
    for (const { book, from } of this.#cash()) {
      const to = this.#partner(from, book);
      if (to === null || blocked.has(to)) continue;
      const cheap = this.#smallestUsd(to) <= this.#smallestUsd(from);
      const back = this.parts.executor.tradesOn(clock.now()) % 2 === 1 && cheap && this.#isEnough(book, to);
      return back ? { book, from: to, to: from } : { book, from, to };
    }
    for (const book of this.#idleBooks())
      for (const from of this.#held(book).sort((a, b) => this.#smallestUsd(a) - this.#smallestUsd(b))) {
        const to = registry.cashOf(registry.get(from)?.specificChain ?? "")?.name;
        if (registry.isCash(from) || !this.#isEnough(book, from)) continue;
        if (to !== undefined && !blocked.has(from) && !blocked.has(to)) return { book, from, to };
      }
    return null;
  }

  #idleBooks(): string[] {
    return this.#books().filter((book) => this.#isIdle(book));
  }

  /** What could be sold for the smallest trade, the fullest of a book first. */
  #cash(): Pick<SmallestTrade, "book" | "from">[] {
    const { ledger, executor } = this.parts;
    const blocked = executor.blockedTokens();
    return this.#idleBooks().flatMap((book) =>
      [...ledger.book(book).keys()]
        .filter(
          (token) => this.context.ports.registry.isCash(token) && !blocked.has(token) && this.#isEnough(book, token),
        )
        .sort((a, b) => ledger.amount(book, b).comparedTo(ledger.amount(book, a)))
        .map((from) => ({ book, from })),
    );
  }

  #isEnough(book: string, token: TokenName): boolean {
    return this.#usd(this.parts.ledger.amount(book, token).toNumber(), token) >= this.#smallestUsd(token);
  }

  /** What a book holds, that of the largest value first. */
  #held(book: string): TokenName[] {
    return [...this.parts.ledger.book(book)]
      .map(([token, { amount }]) => ({ token, usd: this.#usd(amount.toNumber(), token) }))
      .sort((a, b) => b.usd - a.usd)
      .map(({ token }) => token);
  }

  /** The token of the cash token's chain that the book holds most of, or that a strategy names, of those that may be bought. */
  #partner(cash: TokenName, book: string): TokenName | null {
    const { registry, strategies } = this.context.ports;
    const chain = registry.get(cash)?.specificChain;
    const known = [...this.#held(book), ...strategies.flatMap(({ traded }) => traded), ...this.context.board.tokens()];
    return (
      known.find(
        (token) =>
          token !== cash &&
          this.context.ports.settings.risk.tokens?.includes(token) !== false &&
          registry.get(token)?.specificChain === chain &&
          !registry.isCash(token) &&
          this.context.board.usd(token) !== null,
      ) ?? null
    );
  }

  #usd(amount: number, token: TokenName): number {
    return amount * (this.context.board.usd(token) ?? 0);
  }
}
