import { join } from "node:path";
import type { Price } from "../model/price.js";
import type { TokenName } from "../model/token.js";
import { TapeHeaderError, TapeRowError } from "./errors.js";

/** One recorded reading: when it was read, and the price with the time at which it last moved. */
export interface RecordedPrice {
  readonly token: TokenName;
  readonly price: Price;
}

export const PRICE_HEADER = "at,token,usd,movedAt";

export const pricesFile = (folder: string): string => join(folder, "prices.csv");

/** The line of a reading, line feed included. Throws TapeRowError for what a tape cannot hold. */
export function printLine({ token, price }: RecordedPrice): string {
  const { usd, readAt, movedAt } = price;
  if (/[,"\r\n]/.test(token) || token === "")
    throw new TapeRowError(`${JSON.stringify(token)} cannot be the name of a token on a tape`, {
      remedy: "Name the token in config without commas, quotes and line breaks.",
    });
  if (!(usd > 0 && usd < Infinity && Number.isInteger(readAt) && Number.isInteger(movedAt)))
    throw new TapeRowError(`A tape cannot hold the price ${usd} of ${token}, read at ${readAt}, moved at ${movedAt}`, {
      remedy: "Record only prices above 0, with whole milliseconds.",
    });
  return `${readAt},${token},${usd},${movedAt}\n`;
}

/** The readings of a tape's text, in the order of the lines; a last line without its line feed was cut off by a crash and is left out. */
export function parseLines(file: string, text: string): RecordedPrice[] {
  const lines = text.split("\n");
  lines.pop();
  const [header, ...rows] = lines;
  if (header === undefined) return [];
  if (header !== PRICE_HEADER)
    throw new TapeHeaderError(`${file}, line 1: expected "${PRICE_HEADER}", found "${header.slice(0, 80)}"`, {
      remedy: "Name a folder that `contender` recorded.",
    });
  return rows.map((row, index) => parseLine(file, index + 2, row));
}

const LINE = /^(\d+),([^,"\r]+),(\d+(?:\.\d+)?(?:e[-+]?\d+)?),(\d+)$/;

function parseLine(file: string, line: number, text: string): RecordedPrice {
  const [, at, token, usd, movedAt] = LINE.exec(text) ?? [];
  if (token === undefined || !(Number(usd) > 0))
    throw new TapeRowError(`${file}, line ${line}: expected "${PRICE_HEADER}", found "${text.slice(0, 80)}"`, {
      remedy: "Remove the line; what was recorded before and after it stays.",
    });
  return { token, price: { usd: Number(usd), readAt: Number(at), movedAt: Number(movedAt) } };
}
