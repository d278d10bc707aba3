import { basename } from "node:path";

/** Currencies against which exchanges name their pairs; prices in the first ones are taken as dollars. */
const DOLLARS = ["USDT", "USDC", "FDUSD", "BUSD", "TUSD", "USD", "DAI"];
const OTHERS = ["EUR", "GBP", "JPY", "TRY", "BRL", "AUD", "KRW", "BTC", "ETH", "BNB"];
/** A pair in one word, with a date behind it as Bybit has it. TUSD is meant after three letters only: XBTUSD, DOTUSD and USDTUSD are in USD. */
const PAIR = new RegExp(
  `^(.{2,}?)(${[...DOLLARS, ...OTHERS].map((one) => (one === "TUSD" ? "(?<=.{3})(?<!^USD)TUSD" : one)).join("|")})(?:20\\d\\d)?$`,
);

/** What an exchange calls an asset, and what it is called on a chain. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  BTC: ["WBTC"],
  XBT: ["BTC", "WBTC"],
  ETH: ["WETH"],
  MATIC: ["WMATIC", "POL"],
  AVAX: ["WAVAX"],
  BNB: ["WBNB"],
};

/** The pair that a file's name speaks of. */
interface FileSymbol {
  /** Such as `BTC`, of `BTCUSDT-5m.csv.gz`. */
  readonly symbol: string;
  /** Such as `USDT`; null where the name does not say. */
  readonly quote: string | null;
  /** Whether prices against it are dollars; true where it is not known. */
  readonly dollars: boolean;
}

/**
 * Reads the symbol in a file's name: the first pair in it that is against dollars, else the last one (an exchange may stand
 * before it: `kraken-ETH-BTC`), else the first part.
 */
export function symbolOf(file: string): FileSymbol {
  const parts = basename(file)
    .toUpperCase()
    .split(/[-_.,() ]+/)
    .filter((part) => part !== "");
  const pairs = parts.flatMap((part, i) => {
    const next = parts[i + 1] ?? "";
    if ([...DOLLARS, ...OTHERS].includes(next) && /^[A-Z0-9]{2,}$/.test(part)) return [found(part, next)];
    const [, symbol, quote] = PAIR.exec(part) ?? [];
    return symbol !== undefined && quote !== undefined ? [found(symbol, quote)] : [];
  });
  return pairs.find(({ dollars }) => dollars) ?? pairs.at(-1) ?? { symbol: parts[0] ?? "", quote: null, dollars: true };
}

function found(symbol: string, quote: string): FileSymbol {
  return { symbol, quote, dollars: DOLLARS.includes(quote) };
}

/** The names under which a symbol's token may be known, the likeliest first. */
export function aliasesOf(symbol: string): string[] {
  return [symbol, ...(OTHER_NAMES[symbol] ?? [])];
}
