import { utcDay } from "../execution/trade-log.js";

const DAY = 86_400_000;

/** The UTC day of an instant, counted from the epoch. */
function dayOf(at: number): number {
  return Math.floor(at / DAY);
}

/** When the UTC day of an instant ends, epoch milliseconds. */
function endOfDay(at: number): number {
  return (dayOf(at) + 1) * DAY;
}

/** How much of a day must be left, at least, for the minimum not to be in danger: a sixth of it for each missing trade, up to half. */
const CALM_PER_TRADE = DAY / 6;

/** The part of its first day that a competition must have for the minimum to be expected of it. */
const SHORTEST_DAY = DAY / 4;

export interface Danger {
  readonly day: string;
  readonly made: number;
  readonly missing: number;
  /** Milliseconds of the day that are left. */
  readonly left: number;
}

/**
 * Counts trades by UTC day (a divided one once) against the competition's daily minimum. The service
 * does not say how it counts days; UTC is what it prints.
 */
export class Activity {
  readonly #byDay = new Map<number, number>();
  readonly #parents = new Set<string>();
  readonly #counted: ReadonlySet<string>;

  /**
   * @param tradesByDay what the journal knows, by UTC day
   * @param counted divided trades that are counted there, of which other parts are open still
   */
  constructor(tradesByDay: Readonly<Record<string, number>> = {}, counted: readonly string[] = []) {
    this.#counted = new Set(counted);
    for (const [day, count] of Object.entries(tradesByDay)) this.#byDay.set(dayOf(Date.parse(day)), count);
  }

  /** A trade was filled; parts of one divided trade share `parent`, null: it was not divided. */
  filled(parent: string | null, at: number): void {
    if (parent !== null) {
      if (this.#counted.has(parent)) return;
      const key = `${dayOf(at)} ${parent}`;
      if (this.#parents.has(key)) return;
      this.#parents.add(key);
    }
    this.#byDay.set(dayOf(at), this.on(at) + 1);
  }

  /** Trades of the UTC day of an instant. */
  on(at: number): number {
    return this.#byDay.get(dayOf(at)) ?? 0;
  }

  /**
   * Whether the day may end with too few trades; null while there is time.
   * A day of which the competition has only the end is not expected to be full of trades.
   *
   * @param startAt when the competition began; null where that is not known
   * @param endAt when it ends: the day is over then; null where that is not known
   */
  danger(now: number, minimum: number | null, startAt: number | null, endAt: number | null): Danger | null {
    if (minimum === null) return null;
    const missing = minimum - this.on(now);
    if (missing <= 0) return null;
    if (startAt !== null && dayOf(startAt) === dayOf(now) && endOfDay(startAt) - startAt < SHORTEST_DAY) return null;
    const left = Math.min(endOfDay(now), endAt ?? Infinity) - now;
    const calm = Math.min(DAY / 2, missing * CALM_PER_TRADE);
    return left > calm ? null : { day: utcDay(now), made: this.on(now), missing, left };
  }
}
