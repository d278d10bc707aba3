import { addTo } from "../core/grouped.js";
import type { TokenName } from "../model/token.js";
import { isMoment } from "./csv-cells.js";
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
      addTo(this.#byPair, key, quote);
    }
    for (const [key, list] of this.#byPair) this.#byPair.set(key, inOrder(list));
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

/** In the order of time and size; the same quote twice (in a log and in what was compacted from it) is one. */
function inOrder(quotes: RecordedQuote[]): RecordedQuote[] {
  const rank = ({ at, fromAmount, toAmount, fromPrice, toPrice }: RecordedQuote) => [
    at,
    fromAmount,
    toAmount,
    fromPrice ?? 0,
    toPrice ?? 0,
  ];
  const compare = (a: RecordedQuote, b: RecordedQuote): number => {
    const [left, right] = [rank(a), rank(b)];
    const i = left.findIndex((value, column) => value !== right[column]);
    return i === -1 ? 0 : (left[i] as number) - (right[i] as number);
  };
  quotes.sort(compare);
  return quotes.filter((quote, i) => i === 0 || compare(quote, quotes[i - 1] as RecordedQuote) !== 0);
}

const keyOf = (from: TokenName, to: TokenName): string => `${from}\n${to}`;

/** In place of what JavaScript gives for a quote that is none. */
const NOTHING: RecordedQuote = {
  at: NaN,
  from: "",
  to: "",
  fromAmount: NaN,
  toAmount: NaN,
  fromPrice: null,
  toPrice: null,
};

/** A quote as the cells of a line; prices that it did not say are empty. */
export function quoteText({ at, from, to, fromAmount, toAmount, fromPrice, toPrice }: RecordedQuote): string {
  return [at, from, to, fromAmount, toAmount, fromPrice ?? "", toPrice ?? ""].join(",");
}

/** Whether a tape can hold it. */
export function isQuote({ at, from, to, fromAmount, toAmount, fromPrice, toPrice }: RecordedQuote): boolean {
  const amounts = [fromAmount, toAmount, fromPrice ?? 1, toPrice ?? 1];
  const named = typeof from === "string" && typeof to === "string";
  return named && isMoment(at) && amounts.every((amount) => amount > 0 && Number.isFinite(amount));
}

/** Throws TapeRowError for a quote that a tape cannot hold; `where` it stands begins the message. */
export function checkQuote(given: RecordedQuote, where = ""): void {
  const quote = { ...NOTHING, ...given };
  if (isQuote(quote)) return;
  const { at, from, to, fromAmount, toAmount, fromPrice, toPrice } = quote;
  throw new TapeRowError(
    `${where}A tape cannot hold the quote of ${fromAmount} ${from} for ${toAmount} ${to} at ${at}, with prices ${fromPrice} and ${toPrice}`,
    { remedy: "Record only amounts and prices above 0, with whole epoch milliseconds." },
  );
}
