import type { z } from "zod";
import type { JsonValue } from "../core/json.js";
import type { Decision } from "../model/decision.js";
import type { TokenName } from "../model/token.js";
import type { HookReads } from "../model/venue.js";
import type { View } from "./view.js";

/** What a strategy wants to be there before it decides. */
export interface Needs {
  /** Tokens whose price it reads, beside those of its bars and its book. */
  readonly prices?: readonly TokenName[];
  /** Bars: `count` closed ones of `interval` (`5m`, `1h`, …). Until there are that many it is warming up. */
  readonly bars?: readonly { readonly token: TokenName; readonly interval: string; readonly count: number }[];
}

/** What `read` may use. */
export interface ReadIo {
  /** The gateway's reads, shared with the other strategies of the instant; within the rate limits. */
  readonly venue: HookReads;
  /** Aborts when the time for reading is over, or the bot stops. */
  readonly signal: AbortSignal;
  /** The secrets that config names for this strategy. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** `30 * * * *` (croner's cron patterns, seconds optional), several by name, or with a time zone. */
export type Schedule = string | Readonly<Record<string, string>>;

/** The names by which schedules fire: `main` where there is no other. */
type Due<When extends Schedule> = When extends string ? "main" : `${Exclude<keyof When, symbol>}`;

export interface StrategyDefinition<
  Params extends z.ZodType = z.ZodType,
  State extends z.ZodType = z.ZodType,
  Inputs extends z.ZodType = z.ZodType,
  When extends Schedule = Schedule,
> {
  /** kebab-case, unique in a config unless config gives another name. */
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  /** A zod object; defaults are shown by `contender strategies`. What it gives is journalled as JSON, and with that a replay asks again: no Infinity, Map, RegExp or function; a date where the schema reads its text. */
  readonly params: Params;
  /** When it decides: a cron pattern, or several by name; may follow from the params. UTC unless `timezone` says otherwise. */
  readonly schedule: When | ((params: z.output<Params>) => When);
  /** IANA name, such as `Europe/Berlin`. */
  readonly timezone?: string;
  readonly needs?: (params: z.output<Params>) => Needs;
  /** A schema with defaults for everything: `{}` (or nothing) must be a valid first state. JSON-safe. What it has read it must read the same again. */
  readonly state?: State;
  /** What `read` gives. */
  readonly inputs?: Inputs;
  /** Whether `read` goes anywhere but to `io.venue`. Then a backtest needs recorded inputs. */
  readonly external?: boolean;
  /** How long `read` may take, such as `90s`; 10 seconds by default. Strategies that are due at the same instant wait for it for 10 seconds at most; it then decides in a tick of its own. */
  readonly readTimeout?: string;
  /** The one impure hook, before `decide`. A failure gives `inputs: null`. */
  read?(view: View<z.output<Params>, z.output<State>, never, Due<When>>, io: ReadIo): Promise<z.input<Inputs>>;
  /** Pure and synchronous: what is known in, decisions out. */
  decide(view: View<z.output<Params>, z.output<State>, z.output<Inputs>, Due<When>>): Decided<z.input<State>>;
}

/** What `decide` may return. */
export type Decided<State = JsonValue> =
  Decision | readonly Decision[] | { readonly decisions: Decision | readonly Decision[]; readonly state?: State };

const BRAND = Symbol.for("contender.strategy");

/** A strategy as the loader knows it. */
export type Strategy = StrategyDefinition & { readonly [BRAND]: true };

/**
 * Declares a strategy: the default export of a strategy file. Checks nothing but the shape that
 * types cannot; params and tokens are checked when it is loaded with a config.
 */
export function defineStrategy<
  Params extends z.ZodType,
  State extends z.ZodType = z.ZodType<Record<string, never>>,
  Inputs extends z.ZodType = z.ZodType<null>,
  When extends Schedule = Schedule,
>(definition: StrategyDefinition<Params, State, Inputs, When>): Strategy {
  // What params, state and inputs it has is known to its own code alone; the host reads it through the schemas.
  const branded: object = { ...definition, [BRAND]: true };
  return Object.freeze(branded) as Strategy;
}

/** Whether a value was made with `defineStrategy`, of whichever copy of this package. */
export function isStrategy(value: unknown): value is Strategy {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
