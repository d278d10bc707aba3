import { checkArguments, shown } from "../core/arguments.js";
import { ContenderError } from "../core/errors.js";
import { isIterable, iterable } from "../core/kinds.js";
import { suggested } from "../core/nearest.js";
import { token } from "./token-kind.js";
import { ADDRESS, chainOfAddress, partsOfName, tokenKey, type Token, type TokenName } from "./token.js";

/** A token name that is unknown or could mean several tokens. */
export class UnknownTokenError extends ContenderError {
  readonly code = "UNKNOWN_TOKEN";
}

/** The service names more tokens than there can be. */
export class TooManyTokensError extends ContenderError {
  readonly code = "TOO_MANY_TOKENS";
}

/** Tokens that are known by their addresses alone, at most: what a service sends must not fill the memory. */
const MOST_UNNAMED = 10_000;

/** Throws UnknownTokenError for what is no text. */
function keyOf(address: string, specificChain: string): string {
  // Plain JavaScript: zod would take longer than the rest of a look-up.
  if (typeof address === "string" && typeof specificChain === "string") return tokenKey(address, specificChain);
  throw new UnknownTokenError(`There is no token at ${shown(address)} on ${shown(specificChain)}`, {
    remedy: "Give the address and the specific chain as texts.",
  });
}

/** Every token that this process can name, both ways: by name, and by address and specific chain. */
export class TokenRegistry {
  readonly #byName = new Map<TokenName, Token>();
  readonly #byKey = new Map<string, Token>();
  /** By specific chain; emptied whenever a token comes. */
  readonly #cash = new Map<string, Token | undefined>();
  #unnamed = 0;

  /** Later tokens overrule earlier ones of the same name or the same address; `""` is none. Throws ArgumentError for what is no token. */
  constructor(tokens: Iterable<Token>) {
    checkArguments("TokenRegistry", iterable, tokens);
    for (const one of tokens) {
      checkArguments("TokenRegistry", token, one);
      this.#add(one);
    }
  }

  /** All tokens, in the order in which they were first named. */
  list(): Token[] {
    return [...this.#byName.values()];
  }

  /** The token of a full name, or undefined. */
  get(name: TokenName): Token | undefined {
    return this.#byName.get(name);
  }

  /** Whether a full name is that of a cash token. */
  isCash(name: TokenName): boolean {
    return this.#byName.get(name)?.cash === true;
  }

  /** The token at an address, or undefined where nobody named it; unlike `ofAddress` it adds nothing. */
  find(address: string, specificChain: string): Token | undefined {
    return this.#byKey.get(keyOf(address, specificChain));
  }

  /** Every known token at an address, one for each specific chain; it adds nothing. */
  atAddress(address: string): Token[] {
    return this.list().filter(
      (token) => keyOf(token.address, token.specificChain) === keyOf(address, token.specificChain),
    );
  }

  /** The cash token of a specific chain, or undefined. */
  cashOf(specificChain: string): Token | undefined {
    if (!this.#cash.has(specificChain))
      this.#cash.set(
        specificChain,
        this.list().find((token) => token.cash && token.specificChain === specificChain),
      );
    return this.#cash.get(specificChain);
  }

  /** These tokens, and after them the cash of their chains. */
  withCash(names: Iterable<TokenName>): Set<TokenName> {
    if (!isIterable(names)) checkArguments("withCash", iterable, names);
    const tokens = new Set(names);
    for (const name of [...tokens]) {
      const cash = this.cashOf(this.get(name)?.specificChain ?? "");
      if (cash !== undefined) tokens.add(cash.name);
    }
    return tokens;
  }

  /**
   * The token of a name as people write it: `WETH.eth`, a bare alias that is unique, or
   * `address.chain`. Throws UnknownTokenError, which names the nearest valid name.
   */
  resolve(text: string): Token {
    const exact = this.#byName.get(text);
    if (exact !== undefined) return exact;
    // Plain JavaScript: what is read of a file, or of an object that has no such member.
    if (typeof text !== "string")
      throw new UnknownTokenError(`${shown(text)} is not a token's name`, {
        remedy: "Name it as a text: ALIAS.chain.",
      });
    const { alias, specificChain } = partsOfName(text);
    if (alias === text) {
      const same = this.list().filter((token) => token.name.startsWith(`${text}.`));
      if (same.length === 1) return same[0] as Token;
      if (same.length > 1)
        throw new UnknownTokenError(`"${text}" could be ${same.map((token) => token.name).join(", ")}`, {
          remedy: "Say the chain too: ALIAS.chain.",
        });
      if (ADDRESS.test(text))
        throw new UnknownTokenError(`"${text}" is an address without a chain`, {
          remedy: `One address may be a token on several chains. Say which: ${text}.${chainOfAddress(text) === "svm" ? "svm" : "eth"}, say.`,
        });
    } else if (specificChain !== "" && ADDRESS.test(alias)) return this.ofAddress(alias, specificChain);
    throw new UnknownTokenError(`There is no token "${text}"`, {
      remedy:
        `${suggested(text, this.#byName.keys())} Tokens are named ALIAS.chain; config's \`tokens\` adds more.`.trimStart(),
    });
  }

  /**
   * The token at an address; one that nobody named gets its address as its name, and is known from then on. An address
   * that reads like the name of another token (`WETH` on `eth`) never takes that name. Throws TooManyTokensError.
   */
  ofAddress(address: string, specificChain: string): Token {
    const known = this.#byKey.get(keyOf(address, specificChain));
    if (known !== undefined) return known;
    if (this.#unnamed >= MOST_UNNAMED)
      throw new TooManyTokensError(`More than ${MOST_UNNAMED} tokens were met that nobody named`, {
        remedy: "Look at what the service sends; a restart forgets them.",
      });
    this.#unnamed++;
    const token: Token = {
      name: this.#freeName(`${address}.${specificChain}`),
      address,
      chain: chainOfAddress(address),
      specificChain,
      cash: false,
    };
    this.#add(token);
    return token;
  }

  #freeName(wanted: TokenName): TokenName {
    let name = wanted;
    while (this.#byName.has(name)) name = `?${name}`;
    return name;
  }

  #add(token: Token): void {
    this.#cash.clear();
    const namesake = this.#byName.get(token.name);
    if (namesake !== undefined) this.#byKey.delete(tokenKey(namesake.address, namesake.specificChain));
    this.#byName.set(token.name, token);
    // A tape may know a token by its name alone: that is no address, which others could have too.
    if (token.address === "") return;
    const key = tokenKey(token.address, token.specificChain);
    const old = this.#byKey.get(key);
    if (old !== undefined && old.name !== token.name) this.#byName.delete(old.name);
    this.#byKey.set(key, token);
  }
}
