import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { BookView } from "./view.js";
import type { ViewData } from "./view-data.js";

/** A book as its strategy sees it. Values are computed when they are asked for. */
export function bookView(data: Pick<ViewData, "book" | "prices" | "rules">, registry: TokenRegistry): BookView {
  const { book, prices } = data;
  const tokens = Object.keys(book).filter((token) => Number(book[token]?.amount) > 0);
  // Short names are allowed where one token has them; a name of no token is a mistake, not an empty balance.
  const named = (token: TokenName): TokenName =>
    book[token] !== undefined || registry.get(token) !== undefined ? token : registry.resolve(token).name;
  const held = (token: TokenName): ViewData["book"][TokenName] | undefined => book[named(token)];
  const amount = (token: TokenName): number => Number(held(token)?.amount ?? 0);
  const valueOf = (token: TokenName): number => amount(token) * (prices[named(token)]?.usd ?? 0);
  const sum = (some: readonly TokenName[]): number => some.reduce((total, token) => total + valueOf(token), 0);
  const value = sum(tokens);
  const share = (part: number): number => (value > 0 ? part / value : 0);
  const chainOf = (token: TokenName): string => registry.get(token)?.specificChain ?? "";
  const onChain = (chain: string): TokenName[] => tokens.filter((token) => chainOf(token) === chain);
  return {
    value,
    tokens,
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
    reach: (token) => (data.rules.crossChain === true ? 1 : share(sum(onChain(chainOf(named(token)))))),
    chains: [...new Set(tokens.map(chainOf))],
  };
}
