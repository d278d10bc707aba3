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
  /** How far its clocks are ahead of UTC at an instant, milliseconds. */
  aheadAt(instant: number): number;
}

const MINUTE = 60_000;
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
  return { name, instants: (local) => [local - ahead], aheadAt: () => ahead };
}

/** A zone of the IANA database, such as `Europe/Berlin`; null where there is none of that name. */
export function namedZone(name: string): Zone | null {
  const format = formatOf(name);
  if (format === null) return null;
  let [known, ahead] = [Number.NaN, 0];
  // Clocks change at whole quarters of an hour.
  const aheadAt = (instant: number): number => {
    const quarter = Math.floor(instant / (15 * MINUTE));
    if (quarter !== known) [known, ahead] = [quarter, shown(format, quarter * 15 * MINUTE) - quarter * 15 * MINUTE];
    return ahead;
  };
  return {
    name,
    aheadAt,
    instants(local) {
      const around = new Set([aheadAt(local - DAY), aheadAt(local + DAY)]);
      const possible = [...around].map((offset) => local - offset);
      return possible.filter((instant) => instant + aheadAt(instant) === local).sort((a, b) => a - b);
    },
  };
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

/** That the clocks of a zone are set forward or back. */
export interface ClockChange {
  readonly at: number;
  /** How far they are ahead of UTC before and after it, milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** When a zone's clocks are set anew in [from, to), epoch milliseconds; two changes are more than a day apart. */
export function clockChanges({ aheadAt }: Zone, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let day = from; day < to; day += DAY) {
    let [low, high] = [day, Math.min(day + DAY, to)];
    const [before, after] = [aheadAt(low), aheadAt(high)];
    if (before === after) continue;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (aheadAt(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}
