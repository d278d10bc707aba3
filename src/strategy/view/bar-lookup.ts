import { formatDuration, parseDuration } from "../../core/time/duration.js";
import { nearest } from "../../core/nearest.js";
import { partOf, type Bars } from "../../model/bar.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BarsSource } from "./bars-source.js";
import type { BarSeries } from "../../model/bar-series.js";
import { NotNamedError } from "../errors.js";
import type { BarNeed } from "../bind/needs.js";
import { OwnBars } from "./own-bars.js";

/** The bars of one need in one moment: whoever asks twice gets two of his own. */
interface Copies {
  readonly need: BarNeed;
  /** The bars themselves, where the source has them. */
  readonly series: BarSeries | null;
  made: OwnBars[];
  /** How many of them were given away in the moment of that number. */
  given: number;
  moment: number;
  /** What the bars were when they changed although this moment was to be kept; null where they have not. */
  kept: Bars | null;
}

/** What was asked, and what that means: nearly every question is the one before. */
interface Asked {
  readonly token: string;
  readonly interval: string | undefined;
  readonly copies: Copies;
}

/** The bars that a strategy named in `needs`, by token and interval. */
export class BarLookup {
  /** As strategies call it. Throws NotNamedError. */
  readonly bars: (token: string, interval?: string) => Bars;
  readonly #needs: readonly BarNeed[];
  readonly #source: BarsSource;
  readonly #registry: TokenRegistry;
  readonly #copies: readonly Copies[];
  readonly #keepers: readonly (() => void)[];
  readonly #asked: Asked[] = [];
  readonly #moments = { count: 0 };
  #someKept = false;

  constructor(needs: readonly BarNeed[], source: BarsSource, registry: TokenRegistry) {
    this.#needs = needs;
    this.#source = source;
    this.#registry = registry;
    this.#copies = needs.map((need) => {
      const series = source.series?.(need.token, need.interval) ?? null;
      return { need, series, made: [], given: 0, moment: 0, kept: null };
    });
    this.#keepers = this.#copies.map((copies) => () => this.#keepNow(copies));
    this.bars = (token, interval) => this.#give(token, interval);
  }

  /** Another moment: bars that were given away are the past's. */
  renew(): void {
    this.#moments.count++;
    if (this.#someKept) this.#forgetKept();
  }

  /** Keeps what was given away in this moment, and what will be, as it is when the bars change, until `release`. */
  keep(): void {
    for (let i = 0; i < this.#copies.length; i++) {
      const { series } = this.#copies[i] as Copies;
      if (series !== null) series.beforeChange(this.#keepers[i] as () => void);
    }
  }

  release(): void {
    for (let i = 0; i < this.#copies.length; i++) {
      const { series } = this.#copies[i] as Copies;
      if (series !== null) series.changeFreely(this.#keepers[i] as () => void);
    }
  }

  #keepNow(copies: Copies): void {
    const { token, interval, count } = copies.need;
    for (const own of copies.made) own.keep();
    copies.kept = partOf(this.#source.last(token, interval, count), (column) => column.slice());
    this.#someKept = true;
  }

  /** Copies of what was kept are of no further use. */
  #forgetKept(): void {
    this.#someKept = false;
    for (const copies of this.#copies)
      if (copies.kept !== null) {
        copies.made = [];
        copies.kept = null;
      }
  }

  #give(token: string, interval: string | undefined): Bars {
    for (let i = 0; i < this.#asked.length; i++) {
      const asked = this.#asked[i] as Asked;
      if (asked.token === token && asked.interval === interval) return this.#next(asked.copies);
    }
    const copies = this.#find(token, interval);
    this.#asked.push({ token, interval, copies });
    return this.#next(copies);
  }

  #next(copies: Copies): Bars {
    if (copies.moment !== this.#moments.count) {
      copies.moment = this.#moments.count;
      copies.given = 0;
    }
    const own = copies.made[copies.given] ?? this.#copy(copies);
    copies.given++;
    return own.bars;
  }

  #copy(copies: Copies): OwnBars {
    const { kept } = copies;
    const own = new OwnBars(copies.need, kept === null ? this.#source : { last: () => kept }, this.#moments);
    copies.made.push(own);
    return own;
  }

  #find(given: string, interval: string | undefined): Copies {
    const token = this.#needs.some((need) => need.token === given) ? given : fullName(given, this.#registry);
    const ms = interval === undefined ? null : parseDuration(interval);
    const named = this.#copies.filter(({ need }) => need.token === token && (ms === null || need.interval === ms));
    const [copies] = named;
    if (copies === undefined) throw notNamed(this.#needs, token, interval);
    if (named.length > 1)
      throw new NotNamedError(`\`needs\` names several bars of ${token}`, {
        remedy: `Say which: bars("${token}", "${formatDuration(copies.need.interval)}").`,
      });
    return copies;
  }
}

/** The full name of what may be a short one; a name of no token stays as it is. */
function fullName(text: string, registry: TokenRegistry): string {
  try {
    return registry.resolve(text).name;
  } catch {
    return text;
  }
}

function notNamed(needs: readonly BarNeed[], token: string, interval: string | undefined): NotNamedError {
  const named = needs.map((need) => `${need.token} ${formatDuration(need.interval)}`);
  const near = nearest(
    token,
    needs.map((need) => need.token),
  );
  const list = named.length === 0 ? "`needs` names no bars" : `\`needs\` names ${named.join(", ")}`;
  return new NotNamedError(`There are no bars of ${token}${interval === undefined ? "" : ` ${interval}`}: ${list}`, {
    remedy: near === null || near === token ? "Add them to `needs`." : `Did you mean ${near}?`,
  });
}
