import { chainOfAddress, isPlainName, partsOfName, type Token } from "../../model/token.js";
import { UnknownTokenError, type TokenRegistry } from "../../model/token-registry.js";
import { TapeConflictError } from "../errors.js";
import { aliasesOf, symbolOf } from "./file-symbol.js";

/** A file, and the token that it becomes. */
export interface ImportFile {
  readonly file: string;
  readonly token: Token;
  /** Picks the column in a table with one column a symbol. */
  readonly symbol: string;
  /** How the token was found, where nobody said it. */
  readonly note: string | null;
}

export interface TokenHints {
  /** One a file, in their order: `WETH.eth`, or `LINK.eth@0x…` for one that the registry does not know. */
  readonly tokens?: readonly string[] | undefined;
  /** `BTC=WBTC.eth`: which token the symbol of a file's name is. */
  readonly map?: readonly string[] | undefined;
}

/**
 * The tokens that files become: as they were named, one a file, or by the symbols in the files' names. Throws
 * UnknownTokenError or TapeConflictError, which say what to write.
 */
export function tokensOfFiles(
  files: readonly string[],
  { tokens = [], map = [] }: TokenHints,
  registry: TokenRegistry,
): ImportFile[] {
  if (tokens.length > 0 && tokens.length !== files.length)
    throw new TapeConflictError(`The numbers of files and tokens differ: ${files.length} and ${tokens.length}`, {
      remedy:
        "Give --token once for each file, in the same order, or --map SYMBOL=TOKEN for the symbols in the file names.",
    });
  const mapped = new Map(map.map((entry) => mapping(entry, registry)));
  return files.map((file, i) => {
    const named = tokens[i];
    if (named === undefined) return byName(file, mapped, registry);
    return { file, token: tokenOf(named, registry), symbol: aliasOf(named), note: null };
  });
}

const aliasOf = (name: string): string => name.split("@")[0]?.split(".")[0] ?? name;

function mapping(entry: string, registry: TokenRegistry): [string, Token] {
  const [symbol = "", name = ""] = entry.split("=");
  if (symbol !== "" && name !== "") return [symbol.toUpperCase(), tokenOf(name, registry)];
  throw new UnknownTokenError(`--map ${entry} is not SYMBOL=TOKEN`, { remedy: "Write it like --map BTC=WBTC.eth." });
}

function byName(file: string, mapped: ReadonlyMap<string, Token>, registry: TokenRegistry): ImportFile {
  const { symbol, quote, dollars } = symbolOf(file);
  if (!dollars)
    throw new TapeConflictError(`${file}: by its name the prices are in ${quote}, but a tape needs USD`, {
      remedy: "Convert them first. If they are in dollars, use --token.",
    });
  const token = mapped.get(symbol);
  if (token !== undefined) return { file, token, symbol, note: null };
  for (const alias of aliasesOf(symbol)) {
    const same = registry.list().filter(({ name }) => name.startsWith(`${alias}.`));
    if (same.length === 1)
      return { file, token: same[0] as Token, symbol, note: `${symbol} is taken as ${same[0]?.name}` };
    if (same.length > 1)
      throw new UnknownTokenError(`${file}: ${symbol} could be ${same.map(({ name }) => name).join(", ")}`, {
        remedy: `Choose one: --map ${symbol}=${same[0]?.name}`,
      });
  }
  throw new UnknownTokenError(`${file}: there is no token for "${symbol}"`, {
    remedy: `Give its address: --map ${symbol}=${symbol}.eth@0x…. Or define it in the config's \`tokens\` and use --map ${symbol}=NAME.`,
  });
}

/** `WETH.eth`, or `LINK.eth@ADDRESS` for a token that the registry does not know. Throws UnknownTokenError. */
export function tokenOf(text: string, registry: TokenRegistry): Token {
  const [name = "", address] = text.split("@");
  if (address === undefined) return identified(name, registry);
  const { specificChain } = partsOfName(name);
  const named = specificChain !== "" && isPlainName(name) && !/[\s/\\]/.test(name);
  if (!named || !/^[0-9A-Za-z]{20,}$/.test(address))
    throw new UnknownTokenError(`"${text}" is not ALIAS.chain@ADDRESS`, {
      remedy: "Write it like LINK.eth@0x514910771AF9Ca656af840dff83E8264EcF986CA.",
    });
  return { name, address, chain: chainOfAddress(address), specificChain, cash: registry.get(name)?.cash ?? false };
}

function identified(name: string, registry: TokenRegistry): Token {
  try {
    return registry.resolve(name);
  } catch (error) {
    if (!(error instanceof UnknownTokenError)) throw error;
    throw new UnknownTokenError(error.message, {
      remedy: `${error.remedy} Or give its address here: ${name.includes(".") ? name : `${name}.eth`}@0x…`,
    });
  }
}
