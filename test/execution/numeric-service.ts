import { Decimal } from "../../src/core/number/decimal.js";
import type { CompetitionStatus } from "../../src/model/competition.js";
import type { ExecutionVenue } from "../../src/execution/ports.js";
import type { Balance, Portfolio } from "../../src/model/portfolio.js";
import type { ExecuteRequest, ExecuteResult, Quote, SwapRequest, Trade } from "../../src/model/trade.js";

/** What becomes of the answer to an execute. */
export type Lost = "nothing" | "answer" | "request";

const PLACES = 15;
const LARGEST = 10n ** 30n;

/**
 * The deployed service's accounts, in arithmetic of their own: columns of PostgreSQL's numeric(30,15), which hold integers
 * of 10^-15 and round half away from zero, read as doubles, added up and taken away as doubles, and written as the text
 * of a double.
 */
export class NumericService implements ExecutionVenue {
  readonly sent: string[] = [];
  readonly made: Trade[] = [];
  /** What becomes of the next answers; "nothing" where it is empty. */
  readonly lost: Lost[] = [];
  readonly #balances = new Map<string, bigint>();

  constructor(
    readonly now: () => number,
    balances: Readonly<Record<string, string>>,
    readonly prices: Readonly<Record<string, number>>,
    readonly slippage: number,
  ) {
    for (const [token, amount] of Object.entries(balances)) this.#balances.set(token, stored(amount));
  }

  /** What is in the column, as a text. */
  balance(token: string): string {
    return textOf(this.#balances.get(token) ?? 0n);
  }

  /** Takes units of 10^-15 from a balance, as its rounding does at times. */
  lose(token: string, units: bigint): void {
    this.#balances.set(token, (this.#balances.get(token) ?? 0n) - units);
  }

  quote(request: SwapRequest): Promise<Quote> {
    const { from, to, amount } = request;
    const toAmount = this.#bought(request, Number(amount.toFixed()));
    return Promise.resolve({
      from,
      to,
      fromAmount: amount,
      toAmount: new Decimal(toAmount),
      exchangeRate: toAmount / Number(amount.toFixed()),
      slippage: this.slippage * 100,
      fromPrice: this.#price(from),
      toPrice: this.#price(to),
      at: this.now(),
    });
  }

  execute(request: ExecuteRequest): Promise<ExecuteResult> {
    const text = request.amount.toFixed();
    this.sent.push(text);
    const lost = this.lost.shift() ?? "nothing";
    const unknown = { kind: "unknown", error: new Error("connection reset") } as const;
    if (lost === "request") return Promise.resolve(unknown);
    const amount = Number.parseFloat(text);
    if (amount < 0.000001)
      return Promise.resolve({ kind: "rejected", code: "TOO_SMALL", text: "Trade amount too small" });
    if (Number(this.balance(request.from)) < amount)
      return Promise.resolve({ kind: "rejected", code: "INSUFFICIENT_BALANCE", text: "Insufficient balance" });
    const trade = this.#book(request, amount);
    return Promise.resolve(lost === "answer" ? unknown : { kind: "filled", trade });
  }

  trades(): Promise<readonly Trade[]> {
    return Promise.resolve(this.made.toReversed());
  }

  balances(): Promise<readonly Balance[]> {
    const list = [...this.#balances.keys()].map((token) => {
      const sent = Number(this.balance(token));
      return { token, amount: new Decimal(sent), sent };
    });
    return Promise.resolve(list);
  }

  portfolio(): Promise<Portfolio> {
    return Promise.reject(new Error("no portfolio now"));
  }

  status(): Promise<CompetitionStatus> {
    const dates = { startAt: 0, endAt: null };
    const competition = { id: "c1", name: "", description: null, state: "active", ...dates } as const;
    return Promise.resolve({ active: true, competition, participating: true, message: null });
  }

  #book(request: ExecuteRequest, amount: number): Trade {
    const { from, to, reason } = request;
    const toAmount = this.#bought(request, amount);
    this.#balances.set(from, stored(String(Number(this.balance(from)) - amount)));
    this.#balances.set(to, stored(String(Number(this.balance(to)) + toAmount)));
    const trade: Trade = {
      id: `t${this.made.length + 1}`,
      teamId: "team",
      competitionId: "c1",
      from,
      to,
      fromAmount: read(stored(String(amount))),
      toAmount: read(stored(String(toAmount))),
      price: toAmount / amount,
      success: true,
      error: null,
      reason,
      at: this.now(),
    };
    this.made.push(trade);
    return trade;
  }

  #bought({ from, to }: SwapRequest, amount: number): number {
    return (amount * this.#price(from) * (1 - this.slippage)) / this.#price(to);
  }

  #price(token: string): number {
    return this.prices[token] ?? Number.NaN;
  }
}

/** The double of a column, as JSON carries it. */
function read(units: bigint): Decimal {
  return new Decimal(Number(textOf(units)));
}

/** A number's text in a column of numeric(30,15). Throws where it has more than 15 digits before the point. */
export function stored(text: string): bigint {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === "") throw new Error(`invalid input syntax for type numeric: "${text}"`);
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(whole + fraction);
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : halfUp(digits, 10n ** BigInt(-shift));
  if (units >= LARGEST) throw new Error("numeric field overflow");
  return sign === "-" ? -units : units;
}

function halfUp(digits: bigint, divisor: bigint): bigint {
  return (2n * digits + divisor) / (2n * divisor);
}

export function textOf(units: bigint): string {
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
