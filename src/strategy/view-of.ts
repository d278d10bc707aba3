import { formatDuration, parseDuration } from "../core/duration.js";
import { deepFreeze } from "../core/freeze.js";
import { nearest } from "../core/nearest.js";
import { seededRandom, type Random } from "../core/random.js";
import type { Bars } from "../model/bar.js";
import { expectedSlippage } from "../model/slippage.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { BarsSource } from "./bars-source.js";
import type { BoundStrategy } from "./bind.js";
import { bookView } from "./book-view.js";
import { NotNamedError } from "./errors.js";
import type { BarNeed } from "./needs.js";
import type { BookView, View } from "./view.js";
import type { ViewData } from "./view-data.js";

/** What a view needs to know of the strategy it is for. */
export type Viewer = Pick<BoundStrategy, "definition" | "params" | "bars">;

/**
 * The view of a strategy on some facts, which are frozen: it is recorded what was shown. The same for a live tick, a backtest, a replay and a test:
 * equal facts and bars give equal views. Costly parts are computed when they are asked for.
 */
export function viewOf(strategy: Viewer, facts: ViewData, bars: BarsSource, registry: TokenRegistry): View {
  const data = deepFreeze(facts);
  let book: BookView | undefined;
  let random: Random | undefined;
  const lookup = barLookup(strategy.bars, bars, registry);
  return {
    now: data.now,
    due: data.due,
    params: strategy.params,
    // A name that does not exist is a mistake, not a missing price; a short one means the token that it names.
    price: (token) => data.prices[token] ?? data.prices[registry.resolve(token).name] ?? null,
    bars: lookup,
    get book() {
      return (book ??= bookView(data, registry));
    },
    team: data.team,
    rules: data.rules,
    competition: data.competition,
    limits: data.limits,
    cost: (_from, _to, usd) => expectedSlippage(data.slippage, usd),
    open: data.open,
    outcomes: data.outcomes,
    // A copy by the schema each time: what `decide` does to it stays with it.
    get state() {
      return strategy.definition.state === undefined ? null : (strategy.definition.state.parse(data.state) as never);
    },
    get inputs() {
      return structuredClone(data.inputs);
    },
    get random() {
      return (random ??= seededRandom(data.seed));
    },
    swap: (decision) => ({ kind: "swap", ...decision }),
    target: (decision) => ({ kind: "target", ...decision }),
    cancel: (decision) => ({ kind: "cancel", ...decision }),
    hold: (decision) => ({ kind: "hold", ...decision }),
  };
}

function barLookup(
  needs: readonly BarNeed[],
  source: BarsSource,
  registry: TokenRegistry,
): (token: string, interval?: string) => Bars {
  return (given, interval) => {
    const token = needs.some((need) => need.token === given) ? given : fullName(given, registry);
    const ms = interval === undefined ? null : parseDuration(interval);
    const named = needs.filter((need) => need.token === token && (ms === null || need.interval === ms));
    const [need] = named;
    if (need === undefined) throw notNamed(needs, token, interval);
    if (named.length > 1)
      throw new NotNamedError(`\`needs\` names several bars of ${token}`, {
        remedy: `Say which: bars("${token}", "${formatDuration(need.interval)}").`,
      });
    return ownBars(source.last(token, need.interval, need.count));
  };
}

/** Bars whose columns are the asker's own: sorting one to find a median must change no bar of anybody. */
function ownBars({ length, interval, ...columns }: Bars): Bars {
  const copies: Partial<Record<keyof typeof columns, Float64Array>> = {};
  const own = (name: keyof typeof columns): Float64Array => (copies[name] ??= columns[name].slice());
  return {
    length,
    interval,
    get time() {
      return own("time");
    },
    get open() {
      return own("open");
    },
    get high() {
      return own("high");
    },
    get low() {
      return own("low");
    },
    get close() {
      return own("close");
    },
    get volume() {
      return own("volume");
    },
  };
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
