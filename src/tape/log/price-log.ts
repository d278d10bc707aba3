import { join } from "node:path";
import { shown } from "../../core/arguments.js";
import type { Price } from "../../model/price.js";
import { isPlainName, type TokenName } from "../../model/token.js";
import { isMoment } from "../csv-cells.js";
import { TapeRowError } from "../errors.js";
import { LogColumns, type PriceColumns } from "./log-columns.js";
import { forEachLine, type LogLine, type ToldOfBytes } from "./log-lines.js";

export const PRICE_HEADER = "at,token,usd,movedAt,askedAt";
/** Of logs that were begun before readings had their instant: what is appended to them has it. */
const EARLIER_HEADER = "at,token,usd,movedAt";

export const pricesFile = (folder: string): string => join(folder, "prices.csv");

/** In place of what JavaScript gives for a price that is none. */
const NOTHING: Price = { usd: NaN, readAt: NaN, movedAt: NaN };

/**
 * The line of a reading, line feed included. Throws TapeRowError for what a tape cannot hold.
 *
 * @param askedAt the instant for which it was read; null where there is none
 */
export function printPrice(token: TokenName, price: Price, askedAt: number | null): string {
  checkName(token);
  const { usd, readAt, movedAt } = { ...NOTHING, ...price };
  if (!(Number.isFinite(usd) && usd > 0 && [readAt, movedAt, askedAt ?? 0].every(isMoment)))
    throw new TapeRowError(
      `A tape cannot hold the price ${shown(usd)} of ${token}, read at ${readAt}, moved at ${movedAt}, asked for at ${askedAt}`,
      { remedy: "Record only prices above 0, with whole epoch milliseconds." },
    );
  return `${readAt},${token},${usd},${movedAt},${askedAt ?? ""}\n`;
}

/** Throws TapeRowError for a name that would not be read back. */
export function checkName(token: TokenName): void {
  if (typeof token === "string" && isPlainName(token)) return;
  throw new TapeRowError(`${JSON.stringify(token)} cannot be the name of a token on a tape`, {
    remedy: "Rename the token in the config: no commas, quotes or control characters, and no = + - @ at the beginning.",
  });
}

/**
 * The readings of a tape's `prices.csv`, by token, in the order in which tokens were first recorded; null where there
 * is no such file. A last line without its line feed was cut off by a crash and is left out. Throws a TapeError with
 * file and line.
 */
export function readPriceLog(folder: string, onBytes?: ToldOfBytes): Map<TokenName, PriceColumns> | null {
  const byToken = new Map<TokenName, LogColumns>();
  const take = (line: LogLine): boolean => {
    const [at, usd, movedAt] = [line.number(0), line.number(2), line.number(3)];
    const token = line.text(1);
    if (line.cells !== 4 && line.cells !== 5) return false;
    if (token === "" || !(usd > 0 && usd < Infinity && isMoment(at) && isMoment(movedAt))) return false;
    const asked = line.number(4);
    if (!isMoment(asked) && line.text(4) !== "") return false;
    let columns = byToken.get(token);
    if (columns === undefined) byToken.set(token, (columns = new LogColumns()));
    columns.push(at, usd, movedAt, asked);
    return true;
  };
  const found = forEachLine(pricesFile(folder), [PRICE_HEADER, EARLIER_HEADER], take, onBytes);
  if (!found) return null;
  return new Map([...byToken].map(([token, columns]) => [token, columns.columns()]));
}
