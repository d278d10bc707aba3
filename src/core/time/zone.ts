/** A time zone. */
export interface Zone {
  /** As messages name it: `UTC+01:00`, `America/New_York`. */
  readonly name: string;
  /**
   * The instants at which its clocks show a time, the earlier one first: none where they were set forward over it, two
   * where they were set back.
   *
   * @param local the shown time, as if it were UTC, in epoch milliseconds
   */
  instants(local: number): readonly number[];
  /**
   * The first instant at which its clocks show a time or, where they were set forward over it, the instant of that change.
   *
   * @param local the shown time, as if it were UTC, in epoch milliseconds
   */
  firstInstant(local: number): number;
  /** How far its clocks are ahead of UTC at an instant, milliseconds. */
  aheadAt(instant: number): number;
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY = 86_400_000;
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;
const ZERO = /^(?:UTC|GMT|Z|Zulu|UTC\/GMT|GMT\/UTC)$/i;

/** The zone of `UTC`, of an offset (`+01:00`, `UTC+1`) or of a name (`America/New_York`); null for any other text. */
export function zoneOf(text: string): Zone | null {
  if (ZERO.test(text)) return fixedZone("UTC", 0);
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(text) ?? [];
  if (sign === undefined) return text.includes("/") ? namedZone(text) : null;
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return fixedZone(`UTC${sign}${hours.padStart(2, "0")}:${minutes}`, ahead * MINUTE);
}

/** @param ahead of UTC, in milliseconds */
function fixedZone(name: string, ahead: number): Zone {
  const firstInstant = (local: number): number => local - ahead;
  return { name, instants: (local) => [firstInstant(local)], firstInstant, aheadAt: () => ahead };
}

/** A zone of the IANA database, such as `Europe/Berlin`; null where there is none of that name. */
export function namedZone(name: string): Zone | null {
  const format = formatOf(name);
  if (format === null) return null;
  let [known, ahead] = [Number.NaN, 0];
  // Clocks change at whole quarters of an hour.
  const aheadAt = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER) * QUARTER;
    if (quarter !== known) [known, ahead] = [quarter, shown(format, quarter) - quarter];
    return ahead;
  };
  const instants = (local: number): readonly number[] => {
    const around = new Set([aheadAt(local - DAY), aheadAt(local + DAY)]);
    const possible = [...around].map((offset) => local - offset);
    return possible.filter((instant) => instant + aheadAt(instant) === local).sort((a, b) => a - b);
  };
  const changeOver = (local: number): number => {
    const [before, after] = [aheadAt(local - DAY), aheadAt(local + DAY)];
    let instant = Math.floor((local - after) / QUARTER) * QUARTER;
    while (aheadAt(instant) === before) instant += QUARTER;
    return instant;
  };
  return { name, aheadAt, instants, firstInstant: (local) => instants(local)[0] ?? changeOver(local) };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const numeric = "numeric";
  const parts = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...parts, hourCycle: "h23", timeZone });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What the zone's clocks show at an instant, as if it were UTC. */
function shown(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
