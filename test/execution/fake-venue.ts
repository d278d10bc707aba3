import type { Clock } from "../../src/core/time/clock.js";
import { sleep } from "../../src/core/time/clock.js";
import { cutToDouble, Decimal, ZERO } from "../../src/core/number/decimal.js";
import type { CompetitionStatus } from "../../src/model/competition.js";
import type { Balance, Portfolio } from "../../src/model/portfolio.js";
import type { ExecuteRequest, ExecuteResult, Quote, SwapRequest, Trade } from "../../src/model/trade.js";
import type { ExecutionVenue } from "../../src/execution/ports.js";

/** What happens to one execute. */
export type Fault =
  | "none"
  /** The trade is made, its answer is lost. */
  | "lost-after"
  /** The request never arrives. */
  | "lost-before"
  /** The answer comes `faultMs` after the trade. */
  | "slow-answer"
  /** The request is answered with an error, and the trade made `faultMs` later. */
  | "late-trade"
  /** The answer is another trade's. */
  | "garbage"
  /** Refused before trading. */
  | "rejected"
  /** Balances are debited, no trade is listed, the answer is a 500. */
  | "debited"
  /** The trade fails, and is listed so. */
  | "failed"
  | "never-answers";

interface Change {
  readonly at: number;
  readonly token: string;
  readonly amount: Decimal;
}

/** A venue that keeps exact accounts, unless it is to count in doubles, and misbehaves as it is told. `made` and the balances are the truth. */
export class FakeVenue implements ExecutionVenue {
  /** What becomes of the next executes; "none" where it is empty. */
  readonly faults: Fault[] = [];
  /** From when on the rate limits have room for a trade. */
  roomAt = -Infinity;
  faultMs = 0;
  /** How far lists of trades, and balances, are behind. */
  listLagMs = 0;
  balancesLagMs = 0;
  /** How many of the next lists fail, or are empty whatever there is. */
  failingLists = 0;
  emptyLists = 0;
  failingBalances = 0;
  /** Whether balances are answered without any token. */
  failingTokens = false;
  /** Tokens that balances leave out. */
  readonly hidden = new Set<string>();
  /** Whether the portfolio shows what there really is; it cannot be read otherwise. */
  portfolioKnows = false;
  failingQuotes = 0;
  /** What the service makes of a reason. */
  echo: (reason: string) => string | null = (reason) => reason;
  /** Fraction lost in each trade. */
  slippage = 0.001;
  /** Whether it adds up as JavaScript does, where 0.1 + 0.2 - 0.3 leaves something. */
  countsInDoubles = false;
  competitionId = "c1";
  /** Every trade that was really made, oldest first. */
  readonly made: Trade[] = [];
  readonly listed: (Trade & { readonly seenAt: number })[] = [];
  /** Trade → the reason that was asked for, whatever the service makes of it. */
  readonly asked = new Map<string, string>();
  readonly requests: ExecuteRequest[] = [];
  readonly quotes: SwapRequest[] = [];
  onExecute: (request: ExecuteRequest) => void = () => {};
  onQuote: (request: SwapRequest) => void = () => {};
  #changes: Change[] = [];

  constructor(
    readonly clock: Clock,
    balances: Readonly<Record<string, number>>,
    readonly prices: Record<string, number>,
  ) {
    for (const [token, amount] of Object.entries(balances)) this.#change(token, new Decimal(amount), -Infinity);
  }

  amount(token: string, at = Infinity): Decimal {
    return this.#changes
      .filter((change) => change.token === token && change.at <= at)
      .reduce((sum, { amount }) => {
        return this.countsInDoubles ? new Decimal(sum.toNumber() + amount.toNumber()) : sum.plus(amount);
      }, ZERO);
  }

  tradeRoomIn(): number {
    return Math.max(0, this.roomAt - this.clock.now());
  }

  async quote(request: SwapRequest): Promise<Quote> {
    this.quotes.push(request);
    this.onQuote(request);
    await Promise.resolve();
    if (this.failingQuotes-- > 0) throw new Error("no quote now");
    const toAmount = this.#bought(request);
    return {
      ...request,
      fromAmount: request.amount,
      toAmount,
      exchangeRate: toAmount.dividedBy(request.amount).toNumber(),
      slippage: this.slippage * 100,
      fromPrice: this.prices[request.from] ?? null,
      toPrice: this.prices[request.to] ?? null,
      at: this.clock.now(),
    };
  }

  async execute(request: ExecuteRequest, { signal }: { signal?: AbortSignal } = {}): Promise<ExecuteResult> {
    this.requests.push(request);
    this.onExecute(request);
    const fault = this.faults.shift() ?? "none";
    await Promise.resolve();
    const unknown = (text: string): ExecuteResult => ({ kind: "unknown", error: new Error(text) });
    const enough = (): boolean => !request.amount.greaterThan(this.amount(request.from));
    if (!enough()) return { kind: "rejected", code: "INSUFFICIENT_BALANCE", text: "Insufficient balance" };
    switch (fault) {
      case "none":
        return { kind: "filled", trade: this.trade(request) };
      case "lost-after":
        this.trade(request);
        return unknown("connection reset");
      case "lost-before":
        return unknown("connection refused");
      case "slow-answer": {
        const trade = this.trade(request);
        await sleep(this.clock, this.faultMs);
        return { kind: "filled", trade };
      }
      case "late-trade":
        this.clock.at(this.clock.now() + this.faultMs, () => enough() && this.trade(request));
        return unknown("502");
      case "garbage":
        return {
          kind: "filled",
          trade: { ...this.#make(request), id: "nonsense", fromAmount: request.amount.plus(1) },
        };
      case "rejected":
        return { kind: "rejected", code: "INSUFFICIENT_BALANCE", text: "Insufficient balance" };
      case "debited":
        this.#change(request.from, request.amount.negated());
        return unknown("500");
      case "failed":
        this.#list({ ...this.#make(request), success: false, error: "it failed" });
        return unknown("500");
      case "never-answers":
        return new Promise((_resolve, reject) =>
          signal?.addEventListener("abort", () => reject(signal.reason as Error)),
        );
    }
  }

  async trades(): Promise<readonly Trade[]> {
    await Promise.resolve();
    if (this.failingLists-- > 0) throw new Error("503");
    if (this.emptyLists-- > 0) return [];
    const until = this.clock.now() - this.listLagMs;
    return this.listed.filter(({ seenAt }) => seenAt <= until).toReversed();
  }

  async balances(): Promise<readonly Balance[]> {
    await Promise.resolve();
    if (this.failingBalances-- > 0) throw new Error("503");
    if (this.failingTokens) return [];
    const tokens = new Set(this.#changes.map(({ token }) => token));
    return [...tokens]
      .filter((token) => !this.hidden.has(token))
      .map((token) => {
        const amount = this.amount(token, this.clock.now() - this.balancesLagMs);
        return { token, amount: new Decimal(amount.toNumber()), sent: amount.toNumber() };
      });
  }

  async portfolio(): Promise<Portfolio> {
    await Promise.resolve();
    if (!this.portfolioKnows) throw new Error("no portfolio now");
    const held = [...new Set(this.#changes.map(({ token }) => token))];
    const tokens = held.map((token) => ({ token, amount: this.amount(token), price: null, value: 0 }));
    return { totalValue: 0, tokens, snapshotAt: this.clock.now(), source: "snapshot" };
  }

  async status(): Promise<CompetitionStatus> {
    await Promise.resolve();
    const competition = {
      id: this.competitionId,
      name: "",
      description: null,
      state: "active",
      startAt: 0,
      endAt: null,
    } as const;
    return { active: true, competition, participating: true, message: null };
  }

  /** Makes a trade, whoever asks. */
  trade(request: ExecuteRequest): Trade {
    const trade = this.#make(request);
    this.#change(trade.from, trade.fromAmount.negated());
    this.#change(trade.to, trade.toAmount);
    this.made.push(trade);
    this.asked.set(trade.id, request.reason);
    this.#list(trade);
    return trade;
  }

  /** A new competition begins: everybody starts again. */
  restart(competitionId: string, balances: Readonly<Record<string, number>>): void {
    this.competitionId = competitionId;
    this.#changes = [];
    for (const [token, amount] of Object.entries(balances)) this.#change(token, new Decimal(amount), -Infinity);
  }

  #make({ from, to, amount, reason }: ExecuteRequest): Trade {
    const toAmount = this.#bought({ from, to, amount });
    return {
      id: `t${this.listed.length + 1}`,
      teamId: "team",
      competitionId: this.competitionId,
      from,
      to,
      fromAmount: amount,
      toAmount,
      price: toAmount.dividedBy(amount).toNumber(),
      success: true,
      error: null,
      reason: this.echo(reason),
      at: this.clock.now(),
    };
  }

  #list(trade: Trade): void {
    this.listed.push({ ...trade, seenAt: this.clock.now() });
  }

  #bought({ from, to, amount }: SwapRequest): Decimal {
    const rate = ((this.prices[from] ?? 0) * (1 - this.slippage)) / (this.prices[to] ?? 1);
    return cutToDouble(amount.times(rate));
  }

  #change(token: string, amount: Decimal, at = this.clock.now()): void {
    this.#changes.push({ at, token, amount });
  }
}
