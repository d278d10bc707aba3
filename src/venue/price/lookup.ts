import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { chainOfAddress, type Token } from "../../model/token.js";
import type { CallOptions } from "../../model/venue.js";
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

/** Finds the tokens that requests mean. Those of callers in this process are objects that stay: each is looked up once. */
export class Lookup {
  readonly #registry: TokenRegistry;
  readonly #desk: PriceDesk;
  readonly #listed = new Map<TokenRef, Token>();

  constructor(registry: TokenRegistry, desk: PriceDesk) {
    this.#registry = registry;
    this.#desk = desk;
  }

  /** What this exchange calls a token of its caller, remembered by the object; null where it does not know it yet. */
  listed(token: Token): Token | null {
    const known = this.#listed.get(token);
    if (known !== undefined) return known;
    const [found] = candidates(this.#registry, token);
    if (found !== undefined) this.#listed.set(token, found);
    return found ?? null;
  }

  /** The token that a request means, with its price; null where no token that it may mean has one. */
  find(ref: TokenRef, options?: CallOptions): MaybePromise<PricedToken | null> {
    const listed = this.#listed.get(ref);
    if (listed === undefined) return this.#first(candidates(this.#registry, ref), 0, options);
    return andThen(this.#desk.price(listed.name, options), (usd) => (usd === null ? null : { token: listed, usd }));
  }

  /** Whether two references name one token, before any price is known. @param isIdentical by their texts alone */
  same(a: TokenRef, b: TokenRef, isIdentical: (a: TokenRef, b: TokenRef) => boolean): boolean {
    const [one, other] = [this.#listed.get(a), this.#listed.get(b)];
    return one === undefined || other === undefined ? isIdentical(a, b) : one === other;
  }

  #first(tokens: readonly Token[], index: number, options?: CallOptions): MaybePromise<PricedToken | null> {
    const token = tokens[index];
    if (token === undefined) return null;
    return andThen(this.#desk.price(token.name, options), (usd) =>
      usd === null ? this.#first(tokens, index + 1, options) : { token, usd },
    );
  }
}

/** Whether two references name one token by their texts alone. */
export function sameRef(a: TokenRef, b: TokenRef): boolean {
  const address = (ref: TokenRef): string =>
    chainOfAddress(ref.address) === "evm" ? ref.address.toLowerCase() : ref.address;
  return address(a) === address(b) && a.specificChain?.toLowerCase() === b.specificChain?.toLowerCase();
}
