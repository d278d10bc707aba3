import type { TokenName } from "../model/token.js";
import { TapeRowError } from "./errors.js";
import type { RecordedQuote } from "./tape.js";

type Pair = readonly [from: TokenName, to: TokenName];

/** Recorded quotes by pair, oldest first. */
export class QuoteBook {
  readonly pairs: readonly Pair[];
  readonly #byPair = new Map<string, RecordedQuote[]>();

  /** Throws TapeRowError for a quote with an amount or a time that cannot be. */
  constructor(quotes: Iterable<RecordedQuote>) {
    const pairs = new Map<string, Pair>();
    for (const quote of quotes) {
      checkQuote(quote);
      const key = keyOf(quote.from, quote.to);
      if (!pairs.has(key)) pairs.set(key, [quote.from, quote.to]);
      const list = this.#byPair.get(key);
      if (list === undefined) this.#byPair.set(key, [quote]);
      else list.push(quote);
    }
    for (const list of this.#byPair.values()) list.sort((a, b) => a.at - b.at || a.fromAmount - b.fromAmount);
    this.pairs = [...pairs.keys()].sort().map((key) => pairs.get(key) as Pair);
  }

  of(from: TokenName, to: TokenName): readonly RecordedQuote[] {
    return this.#byPair.get(keyOf(from, to)) ?? [];
  }

  all(): RecordedQuote[] {
    return this.pairs.flatMap(([from, to]) => this.of(from, to));
  }

  between(from: number, until: number): QuoteBook {
    return new QuoteBook(this.all().filter(({ at }) => at >= from && at < until));
  }
}

const keyOf = (from: TokenName, to: TokenName): string => `${from}\n${to}`;

/** Throws TapeRowError for a quote that a tape cannot hold. */
export function checkQuote({ at, from, to, fromAmount, toAmount, fromPrice, toPrice }: RecordedQuote): void {
  const amounts = [fromAmount, toAmount, fromPrice ?? 1, toPrice ?? 1];
  if (Number.isInteger(at) && amounts.every((amount) => amount > 0 && amount < Infinity)) return;
  throw new TapeRowError(
    `A tape cannot hold the quote of ${fromAmount} ${from} for ${toAmount} ${to} at ${at}, with prices ${fromPrice} and ${toPrice}`,
    { remedy: "Record only amounts and prices above 0, with whole milliseconds." },
  );
}
