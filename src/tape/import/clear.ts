import { TapeHeaderError } from "../errors.js";
import { plainName, type Found } from "./layout.js";
import type { TimeColumn } from "./times.js";
import { twinsIn } from "./twins.js";

type Clear = Found & Pick<TimeColumn, "clock">;

/** Refuses columns of which two could be the same, or one what it is not called. Throws TapeHeaderError. */
export function checkClear(where: string, names: readonly string[], found: Clear): void {
  // A date and its time of day are no twins.
  const twins = twinsIn(
    names.map((name, i) => (i === found.clock ? "-" : name)),
    found,
  );
  if (twins === null) {
    checkPrice(where, names, found);
    return;
  }
  const { means, taken, other, columns } = twins;
  const written = columns.map((name, i) =>
    i === found.clock ? "time" : i === found.time && found.clock !== null ? "date" : name,
  );
  throw new TapeHeaderError(
    `${where}: columns ${taken + 1} and ${other + 1}, "${names[taken]}" and "${names[other]}", can both be the ${means}`,
    { remedy: `Name the right one, and write "-" for the other, such as --columns ${written.join(",")}` },
  );
}

/** Refuses a price beside a bar's other prices: it is the bar's close, under another name. Throws TapeHeaderError. */
function checkPrice(where: string, names: readonly string[], { time, clock, values }: Clear): void {
  const plain = names.map(plainName);
  if (values.kind !== "prices" || !["open", "high", "low"].every((name) => plain.includes(name))) return;
  const known = ["open", "high", "low", "volume"];
  const columns = plain.map((name, i) => {
    if (i === time) return clock === null ? "time" : "date";
    if (i === clock) return "time";
    return i === values.price ? "close" : known.includes(name) ? name : "-";
  });
  throw new TapeHeaderError(
    `${where}: "${names[values.price]}" is next to open, high and low, like the close of a bar, and would be known too early`,
    { remedy: `If it is the close, add --columns ${columns.join(",")}` },
  );
}
