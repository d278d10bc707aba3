import { join } from "node:path";
import { forEachLine, type LogLine, type ToldOfBytes } from "./log-lines.js";
import { checkName } from "./price-log.js";
import { checkQuote, isQuote, quoteText } from "../quote-book.js";
import type { RecordedQuote } from "../tape.js";

export const QUOTE_HEADER = "at,from,to,fromAmount,toAmount,fromPrice,toPrice";

export const quotesFile = (folder: string): string => join(folder, "quotes.csv");

/** The line of a quote, line feed included; prices that the quote did not say are empty. Throws TapeRowError for what a tape cannot hold. */
export function printQuote(quote: RecordedQuote): string {
  checkQuote(quote);
  checkName(quote.from);
  checkName(quote.to);
  return `${quoteText(quote)}\n`;
}

/** The quotes of a tape's `quotes.csv`, as they were recorded; none where there is no such file. Throws a TapeError with file and line. */
export function readQuoteLog(folder: string, onBytes?: ToldOfBytes): RecordedQuote[] {
  const quotes: RecordedQuote[] = [];
  const take = (line: LogLine): boolean => {
    const price = (cell: number): number | null => (line.text(cell) === "" ? null : line.number(cell));
    const quote = {
      at: line.number(0),
      from: line.text(1),
      to: line.text(2),
      fromAmount: line.number(3),
      toAmount: line.number(4),
      fromPrice: price(5),
      toPrice: price(6),
    };
    if (line.cells !== 7 || !isQuote(quote)) return false;
    quotes.push(quote);
    return true;
  };
  forEachLine(quotesFile(folder), [QUOTE_HEADER], take, onBytes);
  return quotes;
}
