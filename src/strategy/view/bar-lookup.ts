import { formatDuration, parseDuration } from "../../core/time/duration.js";
import { nearest } from "../../core/nearest.js";
import type { Bars } from "../../model/bar.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BarsSource } from "./bars-source.js";
import type { BarSpan } from "../../model/bar-series.js";
import { NotNamedError } from "../errors.js";
import type { BarNeed } from "../bind/needs.js";
import { OwnBars } from "./own-bars.js";

/** The bars of one need. Whoever asks twice of one view gets two of his own, which serve the next view again. */
class NeedBars {
  readonly #source: BarsSource;
  readonly #copies: OwnBars[] = [];
  /** How many of them were given since `renew`. */
  #given = 0;
  /** What they are copied from; null: nobody has looked at it yet. */
  #span: BarSpan | null = null;

  constructor(
    readonly need: BarNeed,
    source: BarsSource,
  ) {
    this.#source = source;
  }

  /** There are other bars now. */
  renew(): void {
    this.#span = null;
    this.#given = 0;
  }

  span(): BarSpan {
    const { token, interval, count } = this.need;
    return (this.#span ??= this.#source.last(token, interval, count));
  }

  next(): Bars {
    return (this.#copies[this.#given++] ??= new OwnBars(this.need.interval, () => this.span()));
  }
}

/** The bars that a strategy named in `needs`, by token and interval. */
export class BarLookup {
  /** As strategies call it. Throws NotNamedError. */
  readonly bars: (token: string, interval?: string) => Bars;
  readonly #registry: TokenRegistry;
  readonly #all: readonly NeedBars[];
  /** What was asked, and what that means. */
  readonly #asked: { readonly token: string; readonly interval: string | undefined; readonly found: NeedBars }[] = [];

  constructor(needs: readonly BarNeed[], source: BarsSource, registry: TokenRegistry) {
    this.#registry = registry;
    this.#all = needs.map((need) => new NeedBars(need, source));
    this.bars = (token, interval) => this.#named(token, interval).next();
  }

  /** Another view is shown: bars that were given away are the past's. */
  renew(): void {
    for (const one of this.#all) one.renew();
  }

  /** Shows the bars as they are now until `renew`, also where they are asked for later. */
  keep(): void {
    for (const one of this.#all) one.span();
  }

  /** Strategies ask in the same words view after view: names are looked up once. */
  #named(token: string, interval: string | undefined): NeedBars {
    const known = this.#asked.find((one) => one.token === token && one.interval === interval);
    if (known !== undefined) return known.found;
    const found = this.#find(token, interval);
    this.#asked.push({ token, interval, found });
    return found;
  }

  #find(given: string, interval: string | undefined): NeedBars {
    const needs = this.#all.map(({ need }) => need);
    const token = needs.some((need) => need.token === given) ? given : fullName(given, this.#registry);
    const ms = interval === undefined ? null : parseDuration(interval);
    const named = this.#all.filter(({ need }) => need.token === token && (ms === null || need.interval === ms));
    const [found] = named;
    if (found === undefined) throw notNamed(needs, token, interval);
    if (named.length > 1)
      throw new NotNamedError(`\`needs\` names several bars of ${token}`, {
        remedy: `Say which: bars("${token}", "${formatDuration(found.need.interval)}").`,
      });
    return found;
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
