import { TokenRegistry } from "../../../model/token-registry.js";
import type { Token, TokenName } from "../../../model/token.js";
import type { SandboxMarket } from "../../options.js";
import type { TradedTokens } from "../profile.js";

/** Spellings that are kept at most: what clients send must not fill the memory. */
const MOST_SPELLINGS = 10_000;

/**
 * Tokens as the deployed service keeps them: an address in another case has the same price, but it is a token of its
 * own, with a balance of its own. The registered spelling has the registered name.
 */
class SpelledTokens extends TokenRegistry {
  readonly #spelled = new Map<TokenName, { readonly token: Token; readonly registered: TokenName }>();

  override find(address: string, specificChain: string): Token | undefined {
    const found = super.find(address, specificChain);
    return found === undefined || found.address === address ? found : this.#spelling(found, address);
  }

  override resolve(text: string): Token {
    return this.#spelled.get(text)?.token ?? super.resolve(text);
  }

  /** The name under which a token's price is known. */
  registeredName(name: TokenName): TokenName {
    return this.#spelled.get(name)?.registered ?? name;
  }

  #spelling(registered: Token, address: string): Token | undefined {
    const name = `${address}.${registered.specificChain}`;
    const known = this.#spelled.get(name);
    if (known !== undefined) return known.token;
    if (this.#spelled.size >= MOST_SPELLINGS) return undefined;
    const token = { ...registered, name, address };
    this.#spelled.set(name, { token, registered: registered.name });
    return token;
  }
}

/** A registry and a market in which each spelling of an address is a token. */
export function spelledTokens(registry: TokenRegistry, market: SandboxMarket): TradedTokens {
  const spelled = new SpelledTokens(registry.list());
  return {
    registry: spelled,
    market: {
      tokens: market.tokens,
      priceAt: (token, at) => market.priceAt(spelled.registeredName(token), at),
    },
  };
}
