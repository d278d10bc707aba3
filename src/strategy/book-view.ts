import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { BookView } from "./view.js";
import type { ViewData } from "./view-data.js";

type Holding = ViewData["book"][TokenName];

/** A book's tokens with their amounts as numbers: worked out once for each book, not once for each question. */
class Amounts {
  #book: ViewData["book"] | null = null;
  #tokens: readonly TokenName[] = [];
  readonly #amounts = new Map<TokenName, number>();

  /** Tokens of which something is held. */
  tokensOf(book: ViewData["book"]): readonly TokenName[] {
    if (book !== this.#book) this.#read(book);
    return this.#tokens;
  }

  /** Tokens of a full name; undefined where the book does not list it. */
  amountOf(book: ViewData["book"], token: TokenName): number | undefined {
    if (book !== this.#book) this.#read(book);
    return this.#amounts.get(token);
  }

  #read(book: ViewData["book"]): void {
    this.#book = book;
    this.#amounts.clear();
    for (const token in book) this.#amounts.set(token, Number((book[token] as Holding).amount));
    this.#tokens = [...this.#amounts].flatMap(([token, amount]) => (amount > 0 ? [token] : []));
  }
}

/** What a book is looked at with, each as it is at the moment. */
export interface BookFacts extends Pick<ViewData, "book" | "rules"> {
  /** USD for one token, by its full name; null where no price is known. */
  usd(token: TokenName): number | null;
}

/** A book as its strategy sees it, moment after moment. Values are computed when they are asked for. */
export function bookView(facts: BookFacts, registry: TokenRegistry): BookView {
  const amounts = new Amounts();
  // Short names are allowed where one token has them; a name of no token is a mistake, not an empty balance.
  const named = (token: TokenName): TokenName =>
    facts.book[token] !== undefined || registry.get(token) !== undefined ? token : registry.resolve(token).name;
  const held = (token: TokenName): Holding | undefined => facts.book[named(token)];
  const amount = (token: TokenName): number => {
    const { book } = facts;
    return amounts.amountOf(book, token) ?? amounts.amountOf(book, named(token)) ?? 0;
  };
  const valueOf = (token: TokenName): number => amount(token) * (facts.usd(named(token)) ?? 0);
  const tokens = (): readonly TokenName[] => amounts.tokensOf(facts.book);
  const sum = (some: readonly TokenName[]): number => some.reduce((total, token) => total + valueOf(token), 0);
  const share = (part: number): number => {
    const value = sum(tokens());
    return value > 0 ? part / value : 0;
  };
  const chainOf = (token: TokenName): string => registry.get(token)?.specificChain ?? "";
  const onChain = (chain: string): TokenName[] => tokens().filter((token) => chainOf(token) === chain);
  return {
    get value() {
      return sum(tokens());
    },
    get tokens() {
      return [...tokens()];
    },
    amount,
    exactAmount: (token) => held(token)?.amount ?? "0",
    valueOf,
    weight: (token) => share(valueOf(token)),
    averageCost: (token) => held(token)?.averageCost ?? null,
    chain(specificChain) {
      const here = onChain(specificChain);
      const cash = here.filter((token) => registry.get(token)?.cash === true);
      const worth = sum(here);
      return { value: worth, cash: sum(cash), share: share(worth) };
    },
    reach: (token) => (facts.rules.crossChain === true ? 1 : share(sum(onChain(chainOf(named(token)))))),
    get chains() {
      return [...new Set(tokens().map(chainOf))];
    },
  };
}
