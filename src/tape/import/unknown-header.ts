import { TapeHeaderError } from "../errors.js";
import { BAR_HEADER, plainName, priceNames } from "./layout.js";

const TOO_EARLY =
  "A close at its bar's opening time would be known too early. Use --columns time,price only if the times are those of the prices.";

/** Of a first line that names neither bars nor prices, or no time. */
export function unknownHeader(file: string, names: readonly string[]): TapeHeaderError {
  const header = names.join(",");
  const expected = `expected "${BAR_HEADER}" or another unambiguous header`;
  return new TapeHeaderError(`${file}, line 1: ${expected}, found "${header.slice(0, 80)}"`, {
    remedy: remedyOf(names),
  });
}

function remedyOf(names: readonly string[]): string {
  const header = names.join(",");
  if (/close/i.test(header) && !/open/i.test(header)) return TOO_EARLY;
  if (names[0] === "" && names.length > 1) return ofTable(names);
  const guess = guessOf(names);
  if (guess !== null && !guess.includes("time"))
    return 'Add a column of times, such as "timestamp": pandas leaves its index out with `index=False` and `orient="records"` (`df.reset_index()` makes it a column).';
  const columns =
    guess ?? (names.length === 2 ? ["time", "price"] : ["time", "open", "high", "low", "close", "volume"]);
  return `Name the columns, such as --columns ${columns.join(",")} ("-" skips a column), or put a header on the first line.`;
}

/** The columns by the names that are known, the first other one as the time; null where no bars are named. */
function guessOf(names: readonly string[]): string[] | null {
  const plain = names.map(plainName);
  const known = ["open", "high", "low", "close", "volume"];
  const columns = plain.map((name) => known.find((one) => priceNames(one).includes(name)) ?? "-");
  if (!known.slice(0, 4).every((name) => columns.filter((one) => one === name).length === 1)) return null;
  const other = columns.indexOf("-");
  return columns.map((name, i) => (i === other ? "time" : name));
}

function ofTable(names: readonly string[]): string {
  const columns = names.map((_, i) => (i === 0 ? "time" : i === 1 ? "price" : "-"));
  return `Where it has a column for each of ${names.slice(1).join(", ")}, the token's alias picks its own; or name the columns: --columns ${columns.join(",")}`;
}
