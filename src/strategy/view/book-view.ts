import { ownGetters } from "../../core/own-getters.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { BookView } from "../view.js";
import type { ViewData } from "./view-data.js";

type Holding = ViewData["book"][TokenName];

/** A book's tokens with their amounts as numbers: worked out once for each book, not once for each question. */
class Amounts {
  #book: ViewData["book"] | null = null;
  #tokens: readonly TokenName[] = [];
  /** By whatever name was asked for. */
  readonly #amounts = new Map<string, number>();

  /** Tokens of which something is held. */
  tokensOf(book: ViewData["book"]): readonly TokenName[] {
    if (book !== this.#book) this.#read(book);
    return this.#tokens;
  }

  /** @param named the full name of a token that the book does not list by the name that was asked for */
  amountOf(book: ViewData["book"], token: string, named: (token: string) => TokenName): number {
    if (book !== this.#book) this.#read(book);
    return this.#amounts.get(token) ?? this.#byName(token, named);
  }

  #byName(token: string, named: (token: string) => TokenName): number {
    const amount = this.#amounts.get(named(token)) ?? 0;
    this.#amounts.set(token, amount);
    return amount;
  }

  #read(book: ViewData["book"]): void {
    this.#book = book;
    this.#amounts.clear();
    const tokens: TokenName[] = [];
    for (const token in book) {
      const amount = Number((book[token] as Holding).amount);
      this.#amounts.set(token, amount);
      if (amount > 0) tokens.push(token);
    }
    this.#tokens = tokens;
  }
}

/** What a book is looked at with, each as it is at the moment. */
export interface BookFacts extends Pick<ViewData, "book" | "rules"> {
  /** Another number for each moment: what was worked out for one holds until the next is shown. */
  readonly moment: number;
  /** USD for one token, by its full name; null where no price is known. */
  usd(token: TokenName): number | null;
}

/** A book as its strategy sees it, tick after tick. Values are computed when they are asked for. */
export function bookView(facts: BookFacts, registry: TokenRegistry): BookView {
  return new ShownBook(new BookReader(facts, registry));
}

class BookReader {
  readonly #amounts = new Amounts();
  #moment = Number.NaN;
  /** USD of all, and of what is on each chain, at the moment: a strategy asks for them token by token. */
  #value: number | null = null;
  readonly #chains = new Map<string, number>();
  readonly #named = (token: string): TokenName => this.named(token);

  constructor(
    readonly facts: BookFacts,
    readonly registry: TokenRegistry,
  ) {}

  get tokens(): readonly TokenName[] {
    return this.#amounts.tokensOf(this.facts.book);
  }

  get value(): number {
    this.#renew();
    return (this.#value ??= this.sum(this.tokens));
  }

  valueOn(chain: string): number {
    this.#renew();
    const known = this.#chains.get(chain);
    if (known !== undefined) return known;
    const value = this.sum(this.onChain(chain));
    this.#chains.set(chain, value);
    return value;
  }

  amount(token: TokenName): number {
    return this.#amounts.amountOf(this.facts.book, token, this.#named);
  }

  held(token: TokenName): Holding | undefined {
    return this.facts.book[this.named(token)];
  }

  valueOf(token: TokenName): number {
    return this.amount(token) * (this.facts.usd(this.named(token)) ?? 0);
  }

  sum(tokens: readonly TokenName[]): number {
    return tokens.reduce((total, token) => total + this.valueOf(token), 0);
  }

  share(part: number): number {
    const { value } = this;
    return value > 0 ? part / value : 0;
  }

  chainOf(token: TokenName): string {
    return this.registry.get(token)?.specificChain ?? "";
  }

  onChain(chain: string): TokenName[] {
    return this.tokens.filter((token) => this.chainOf(token) === chain);
  }

  #renew(): void {
    const { moment } = this.facts;
    if (moment === this.#moment) return;
    this.#moment = moment;
    this.#value = null;
    this.#chains.clear();
  }

  /** Short names are allowed where one token has them; a name of no token is a mistake, not an empty balance. */
  named(token: TokenName): TokenName {
    const known = this.facts.book[token] !== undefined || this.registry.get(token) !== undefined;
    return known ? token : this.registry.resolve(token).name;
  }
}

/** What strategies see: its functions need no `this`. */
class ShownBook implements BookView {
  declare readonly value: number;
  declare readonly tokens: readonly TokenName[];
  declare readonly chains: readonly string[];
  readonly amount: BookView["amount"];
  readonly exactAmount: BookView["exactAmount"];
  readonly valueOf: BookView["valueOf"];
  readonly weight: BookView["weight"];
  readonly averageCost: BookView["averageCost"];
  readonly chain: BookView["chain"];
  readonly reach: BookView["reach"];
  readonly #reader: BookReader;

  constructor(reader: BookReader) {
    const { facts, registry } = reader;
    this.#reader = reader;
    this.amount = (token) => reader.amount(token);
    this.exactAmount = (token) => reader.held(token)?.amount ?? "0";
    this.valueOf = (token) => reader.valueOf(token);
    this.weight = (token) => reader.share(reader.valueOf(token));
    this.averageCost = (token) => reader.held(token)?.averageCost ?? null;
    this.chain = (specificChain) => {
      const here = reader.onChain(specificChain);
      const cash = here.filter((token) => registry.isCash(token));
      const value = reader.valueOn(specificChain);
      return { value, cash: reader.sum(cash), share: reader.share(value) };
    };
    this.reach = (token) => {
      if (facts.rules.crossChain === true) return 1;
      return reader.share(reader.valueOn(reader.chainOf(reader.named(token))));
    };
    Object.defineProperties(this, ShownBook.#getters);
    Object.freeze(this);
  }

  static readonly #getters = ownGetters<ShownBook>({
    value() {
      return this.#reader.value;
    },
    tokens() {
      return [...this.#reader.tokens];
    },
    chains() {
      return [...new Set(this.#reader.tokens.map((token) => this.#reader.chainOf(token)))];
    },
  });
}
