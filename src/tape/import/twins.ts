import { OPENING, plainName, priceNames, TIME, type Layout } from "./layout.js";

/** Two columns, by their places, of which a layout takes the first one and might as well take the other. */
export interface Twins {
  readonly means: string;
  readonly taken: number;
  readonly other: number;
  /** All columns, as somebody names them who means what the layout takes; "-" for those that it does not take. */
  readonly columns: readonly string[];
}

/** CryptoDataDownload says each instant twice, as a number and as a date, and others do after it. */
const [NUMBER, DATE] = [new Set(["unix", "unixtimestamp", "timestamp"]), new Set(["date", "datetime"])];

const VOLUME = new Set(["v", "vol", "volume"]);

/** The first two columns that say the same thing; null where each says another one. */
export function twinsIn(names: readonly string[], layout: Pick<Layout, "time" | "values" | "confirm">): Twins | null {
  const plain = names.map(plainName);
  const all = takenColumns(plain, layout);
  for (const [means, taken, isAlike] of all) {
    const other = plain.findIndex((name, i) => i !== taken && isAlike(name));
    if (other === -1) continue;
    const columns = plain.map((_, i) => all.find((column) => column[1] === i)?.[0] ?? "-");
    return { means, taken, other, columns };
  }
  return null;
}

type Taken = readonly [means: string, taken: number, isAlike: (name: string) => boolean];

/** Each column that a layout takes, and the names that mean the same. */
function takenColumns(plain: readonly string[], { time, values, confirm }: Parameters<typeof twinsIn>[1]): Taken[] {
  const columns: Taken[] = [["time", time, alikeTime(plain[time] ?? "")]];
  const named = (means: string, taken: number): void => {
    columns.push([means, taken, (name) => name === plain[taken]]);
  };
  if (values.kind === "bars") {
    for (const means of ["open", "high", "low", "close"] as const)
      columns.push([means, values[means], (name) => priceNames(means).includes(name)]);
    // Dumps have several volumes, by what they are counted in.
    if (values.volume !== null && VOLUME.has(plain[values.volume] ?? ""))
      columns.push(["volume", values.volume, (name) => VOLUME.has(name)]);
    else if (values.volume !== null) named("volume", values.volume);
  } else if (values.kind === "bid-ask") {
    for (const taken of [...values.bid, ...values.ask]) named(plain[taken] ?? "", taken);
  } else if (values.kind === "middle") {
    for (const taken of [values.bid, values.ask]) named(plain[taken] ?? "", taken);
  } else {
    // Two prices are none by the layout already.
    columns.push(["price", values.price, () => false]);
  }
  if (confirm !== undefined) named("confirm", confirm);
  return columns;
}

/** Of times that of the opening goes before any other. */
function alikeTime(taken: string): Taken[2] {
  if (OPENING.has(taken)) return (name) => OPENING.has(name);
  const [numbers, dates] = [NUMBER.has(taken), DATE.has(taken)];
  return (name) => TIME.has(name) && !(numbers && DATE.has(name)) && !(dates && NUMBER.has(name));
}
