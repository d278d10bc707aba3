import { inspect } from "node:util";
import { shown } from "../../core/arguments.js";
import { digestOf } from "../../core/digest.js";
import { canonicalJson, type JsonValue } from "../../core/json.js";
import { messageOf, messageWithRemedy } from "../../core/errors.js";
import { parseDuration } from "../../core/time/duration.js";
import { UNASSIGNED, type RunSchedule } from "../../model/journal.js";
import type { TokenName } from "../../model/token.js";
import { checkBuyable, checkPriced, type Reach } from "./buyable.js";
import type { Needs, Schedule, Strategy } from "../define.js";
import { StrategyConfigError, StrategyTimeoutError, type ParamIssue } from "../errors.js";
import { watchdogGuard, type Guard } from "../guard.js";
import type { LoadedStrategy } from "../load/load.js";
import { checkedNeeds, resolveNeeds, WrongShape, type BarNeed } from "./needs.js";
import { JSON_REMEDY } from "../json-safe.js";
import { parseParams } from "./params.js";
import { cadencesOf, namedSchedule, type Cadence } from "./schedule.js";
import { isPatterns } from "../shape.js";
import { firstStateProblem } from "./state.js";

/** What a config says of one strategy. */
export interface StrategyEntry {
  /** Its name in this config, where it is not the strategy's own. */
  readonly name?: string;
  readonly params?: unknown;
  /** Share of the balances that its book gets, 0 to 1. */
  readonly allocation: number;
  /** What its `read` may use. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** What the world allows, as far as it is known before the start. */
export interface BindContext extends Reach {
  /** All tokens that will ever have a price, where that is known. */
  readonly priced?: readonly TokenName[];
  /** Epoch milliseconds after which its schedule has to fire; where that is not known, ever. */
  readonly now?: number;
}

/** A strategy, ready to run: params parsed, names resolved, schedule read. */
export interface BoundStrategy {
  /** Unique within a config. */
  readonly name: string;
  readonly definition: Strategy;
  readonly file: string;
  /** Fingerprint of source and params, 16 hex digits. */
  readonly version: string;
  /** As `decide` sees them. */
  readonly params: unknown;
  readonly paramsJson: JsonValue;
  readonly allocation: number;
  readonly secrets: Readonly<Record<string, string>>;
  readonly schedule: RunSchedule;
  readonly cadences: readonly Cadence[];
  readonly bars: readonly BarNeed[];
  /** How long its `read` may take, milliseconds; null: the engine's usual time. */
  readonly readTimeout: number | null;
  /** Every token whose price it needs: of `needs`, of its bars, and of its params. */
  readonly tokens: readonly TokenName[];
  /** Tokens that its params name in order to trade them. */
  readonly traded: readonly TokenName[];
}

/** Joins a strategy with its entry in config. Throws StrategyConfigError, which lists everything that is wrong. */
export function bindStrategy(loaded: LoadedStrategy, entry: StrategyEntry, context: BindContext): BoundStrategy {
  const { definition } = loaded;
  const name = entry.name ?? definition.name;
  const call = <T>(what: string, run: () => T): T => guarded(name, what, run);
  const readParams: Guard = (run) => call("params", run);
  const { params, traded } = parseParams(name, definition, entry.params ?? {}, context.registry, readParams);
  const paramsJson = readParams(() => journalled(params));
  const schedule = call("schedule", () =>
    checkedSchedule(typeof definition.schedule === "function" ? definition.schedule(params) : definition.schedule),
  );
  const { cadences, problems } = cadencesOf(schedule, definition.timezone, context.now);
  const needs: Needs = call("needs", () => checkedNeeds(definition.needs?.(params)));
  const resolved = resolveNeeds(needs, context.registry);
  const stateless = firstStateProblem(definition);
  const unbuyable = checkBuyable([...traded], context);
  const readTimeout = definition.readTimeout === undefined ? null : durationOf(definition.readTimeout);
  const issues: ParamIssue[] = [
    ...(Number.isNaN(readTimeout)
      ? [
          {
            path: ["readTimeout"],
            message: `"${definition.readTimeout}" is no length of time: write one such as "90s"`,
          },
        ]
      : []),
    ...(name === UNASSIGNED
      ? [{ path: ["name"], message: `"${name}" is the name of what no strategy was given: give it another` }]
      : []),
    ...(stateless === null ? [] : [{ path: ["state"], message: stateless }]),
    ...problems.map((problem) => ({ path: ["schedule", problem.name], message: problem.message })),
    ...resolved.issues,
    ...(unbuyable.length > 0 ? unbuyable : checkPriced(["params"], [...traded], context.priced)),
    ...checkPriced(
      ["needs"],
      [...new Set(resolved.bars.map(({ token }) => token))].filter((token) => !traded.has(token)),
      context.priced,
    ),
  ];
  if (issues.length > 0) throw new StrategyConfigError(name, issues);
  return {
    name,
    definition,
    file: loaded.file,
    version: digestOf(`${loaded.source}\0${canonicalJson(paramsJson)}`),
    params,
    paramsJson,
    allocation: entry.allocation,
    secrets: entry.secrets ?? {},
    schedule: namedSchedule(schedule, definition.timezone),
    cadences,
    bars: resolved.bars,
    readTimeout,
    tokens: [...new Set([...resolved.tokens, ...traded])],
    traded: [...traded],
  };
}

/** Milliseconds; NaN for what is no length of time above 0. */
function durationOf(text: string): number {
  try {
    const ms = parseDuration(text);
    return ms > 0 ? ms : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Params as the journal keeps them. Throws WrongShape for what a replay, which has them from there, would see as something else. */
function journalled(params: unknown): JsonValue {
  const text = JSON.stringify(params ?? null, function (this: unknown, name, written: unknown) {
    const value = (this as Readonly<Record<string, unknown>>)[name];
    if (!isLost(value, written, Array.isArray(this))) return isFlat(written) ? Array.from(written) : written;
    const what = name === "" ? "what they give" : `"${name}"`;
    throw new WrongShape(`${what} is ${shown(value)}, and params are journalled as JSON. ${JSON_REMEDY}`);
  });
  return JSON.parse(text) as JsonValue;
}

/**
 * Whether JSON leaves a value out, or has null or {} for it. What its own toJSON makes of it (a date, a Decimal) is taken for
 * what the schema reads as the same again.
 *
 * @param written what its toJSON gave, else itself
 */
function isLost(value: unknown, written: unknown, listed: boolean): boolean {
  if (typeof written === "number") return !Number.isFinite(written);
  if (typeof written === "undefined") return listed;
  if (typeof written !== "object") return ["function", "symbol", "bigint"].includes(typeof written);
  if (written === null) return value !== null;
  return !Array.isArray(written) && !isPlain(written) && !isFlat(written);
}

/** Of another realm too. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Numbers in flat memory, which JSON has as a list. */
function isFlat(value: unknown): value is Float64Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function checkedSchedule(schedule: Schedule): Schedule {
  if (typeof schedule === "string" || isPatterns(schedule)) return schedule;
  throw new WrongShape(
    `it gave ${inspect(schedule, { depth: 1 })}, not a cron pattern such as "0 * * * *", or several by name`,
  );
}

function guarded<T>(name: string, what: string, run: () => T): T {
  try {
    return watchdogGuard()(run);
  } catch (error) {
    throw new StrategyConfigError(name, [{ path: [what], message: whyNot(error) }]);
  }
}

function whyNot(error: unknown): string {
  if (error instanceof StrategyTimeoutError) return messageWithRemedy(error);
  return error instanceof WrongShape ? error.message : `it threw: ${messageOf(error)}`;
}
