import { andThen, type MaybePromise } from "../core/maybe.js";
import type { TokenRegistry } from "../model/token-registry.js";
import { chainOfAddress, type Token } from "../model/token.js";
import type { CallOptions } from "../model/venue.js";
import type { PriceDesk } from "./price-desk.js";

/** A token as a request names it. Chains in any case; what is left out is found. */
export interface TokenRef {
  readonly address: string;
  /** `evm` or `svm`. */
  readonly chain?: string | undefined;
  readonly specificChain?: string | undefined;
}

export interface PricedToken {
  readonly token: Token;
  /** USD for one token. */
  readonly usd: number;
}

/** Where an EVM address is looked for when its specific chain is not said, in this order (service notes, "Trading"). */
export const EVM_SEARCH_ORDER = [
  "eth",
  "polygon",
  "bsc",
  "arbitrum",
  "base",
  "optimism",
  "avalanche",
  "linea",
] as const;

/** The tokens that a request may mean, the likeliest first; none where it contradicts itself. */
function candidates(registry: TokenRegistry, ref: TokenRef): Token[] {
  const chain = chainOfAddress(ref.address);
  if (ref.chain !== undefined && ref.chain.toLowerCase() !== chain) return [];
  const places =
    ref.specificChain !== undefined ? [ref.specificChain.toLowerCase()] : chain === "svm" ? ["svm"] : EVM_SEARCH_ORDER;
  return places.flatMap((place) => registry.find(ref.address, place) ?? []);
}

/** The token that a request means, with its price; null where no token that it may mean has one. */
export function findPriced(
  registry: TokenRegistry,
  desk: PriceDesk,
  ref: TokenRef,
  options?: CallOptions,
): MaybePromise<PricedToken | null> {
  const tokens = candidates(registry, ref);
  const from = (index: number): MaybePromise<PricedToken | null> => {
    const token = tokens[index];
    if (token === undefined) return null;
    return andThen(desk.price(token.name, options), (usd) => (usd === null ? from(index + 1) : { token, usd }));
  };
  return from(0);
}

/** Whether two references name one token by their texts alone, before any price is known. */
export function sameRef(a: TokenRef, b: TokenRef): boolean {
  const address = (ref: TokenRef): string =>
    chainOfAddress(ref.address) === "evm" ? ref.address.toLowerCase() : ref.address;
  return address(a) === address(b) && a.specificChain?.toLowerCase() === b.specificChain?.toLowerCase();
}
