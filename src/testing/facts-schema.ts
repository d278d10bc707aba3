import { z } from "zod";
import { must } from "../core/arguments.js";
import type { JsonValue } from "../core/json.js";
import { text } from "../core/kinds.js";
import type { CompetitionView } from "../strategy/view.js";
import { COMPETITION_STATES } from "../model/competition.js";
import { INTENT_STATES } from "../model/intent.js";
import type { OpenTrade } from "../model/open-trade.js";
import { OUTCOME_STATUSES, type Outcome } from "../model/outcome.js";
import { ASSUMABLE_RULES, RATE_SCOPES, type RateLimit, type Rules } from "../model/rules.js";
import { SLIPPAGE_MODELS } from "../model/slippage.js";
import type { BoundStrategy } from "../strategy/bind/bind.js";
import type { Strategy } from "../strategy/define.js";
import { JSON_REMEDY, jsonCopy } from "../strategy/json-safe.js";
import { token } from "../strategy/bind/token-param.js";
import { barsOrCloses, endOf, wholeBars } from "./bars-schema.js";
import { amount, byToken, decimalText, dollars, isPrice, moment, options, standpoint, whole } from "./checked.js";
import { NEW_YEAR } from "./bars-of.js";
import { USUAL_BALANCES } from "./defaults.js";
import type { FactIssue } from "./errors.js";
import type { Facts } from "./facts.js";

const share = must<number>(
  "a share above 0 and at most 1",
  (value) => typeof value === "number" && value > 0 && value <= 1,
);

const place = must<number>("a place, 1 or more", (value) => Number.isSafeInteger(value) && (value as number) > 0);
const lastPrice = must<number | null>(
  "a price in USD above 0, or null where none is known",
  (value) => value === null || isPrice(value),
);

const RULES = {
  maxTradeShare: share.nullable(),
  minTradeAmount: decimalText.nullable(),
  crossChain: z.boolean().nullable(),
  minTradesPerDay: whole.nullable(),
  slippage: z.enum(SLIPPAGE_MODELS).nullable(),
  rateLimits: z.array(
    z.strictObject({
      scope: z.enum(RATE_SCOPES),
      count: whole,
      windowMs: whole,
    } satisfies Record<keyof RateLimit, z.ZodType>),
  ),
  snapshotIntervalMs: whole.nullable(),
  chains: z.array(text).nullable(),
  texts: z
    .strictObject({ tradingRules: z.array(z.string()), rateLimits: z.array(z.string()), slippageFormula: z.string() })
    .nullable(),
  unread: z.array(z.string()),
  source: z.enum(["service", "config"]),
  assumed: z.array(z.enum(ASSUMABLE_RULES)),
  readAt: moment,
} satisfies Record<keyof Rules, z.ZodType>;

const COMPETITION = {
  id: text,
  name: text,
  state: z.enum(COMPETITION_STATES),
  startAt: moment.nullable(),
  endAt: moment.nullable(),
  timeLeft: whole.nullable(),
  rank: place.nullable(),
  teams: whole.nullable(),
  gapAhead: dollars.nullable(),
  gapBehind: dollars.nullable(),
  leaderValue: dollars.nullable(),
  leaderboardReadAt: moment.nullable(),
} satisfies Record<keyof CompetitionView, z.ZodType>;

const OPEN = {
  decision: whole,
  id: text.nullable(),
  intent: text,
  state: z.enum(INTENT_STATES),
  from: token(),
  to: token(),
  amount: decimalText,
} satisfies Record<keyof OpenTrade, z.ZodType>;

const OUTCOME = {
  decision: whole,
  id: text.nullable(),
  intent: text.nullable(),
  status: z.enum(OUTCOME_STATUSES),
  from: token(),
  to: token(),
  fromAmount: decimalText,
  toAmount: decimalText,
  costUsd: must<number>("USD", Number.isFinite).nullable(),
  code: z.string(),
  reason: z.string(),
  at: moment,
} satisfies Record<keyof Outcome, z.ZodType>;

/** What can be said of the world in which this strategy decides. */
export function factsSchema({ definition, cadences }: BoundStrategy) {
  const schedules = cadences.map(({ name }) => name);
  const schedule = must<string>(`one of the schedules ${schedules.join(", ")}`, (name) =>
    schedules.some((known) => known === name),
  );
  return options({
    // Both have been checked before: what these facts may be follows from them.
    params: z.custom<NonNullable<Facts["params"]>>(),
    tokens: z.custom<NonNullable<Facts["tokens"]>>(),
    now: standpoint,
    due: z.array(schedule).min(1, `must name a schedule that fired: one of ${schedules.join(", ")}`),
    prices: byToken(lastPrice),
    bars: byToken(barsOrCloses),
    book: byToken(amount),
    averageCosts: byToken(dollars),
    rules: options(RULES),
    competition: options(COMPETITION),
    tradesLeftToday: whole.nullable(),
    open: z.array(z.strictObject(OPEN)),
    outcomes: z.array(z.strictObject(OUTCOME)),
    state: stateOf(definition),
    inputs: inputsOf(definition),
    seed: text,
  } satisfies Record<keyof Facts, z.ZodType>).check(({ value, issues }) => {
    for (const { path, message } of contradictions(value))
      issues.push({ code: "custom", path: [...path], message, input: value });
  });
}

/** Facts that can be, but not together. */
function contradictions(facts: Facts): FactIssue[] {
  const { now = NEW_YEAR, bars = {}, book = USUAL_BALANCES, averageCosts = {} } = facts;
  const { endAt = null, timeLeft = null } = facts.competition ?? {};
  const issues: FactIssue[] = [];
  for (const [name, given] of Object.entries(bars)) {
    const end = Math.max(...wholeBars(given).map(endOf));
    if (end > now)
      issues.push({
        path: ["bars", name],
        message: `end at ${end}, after \`now\`, which is ${now}: only closed bars are shown. Make them with barsOf(closes, { interval, until: ${now} })`,
      });
  }
  for (const name of Object.keys(averageCosts))
    if (!Object.hasOwn(book, name))
      issues.push({
        path: ["averageCosts", name],
        message: "the book holds none: put it into `book`, or leave it out",
      });
  if (endAt !== null && timeLeft !== null && timeLeft !== Math.max(0, endAt - now))
    issues.push({
      path: ["competition", "timeLeft"],
      message: `must be endAt less now, ${Math.max(0, endAt - now)} (it is ${timeLeft}): leave it out`,
    });
  return issues;
}

/** A value by a schema of the strategy's own, as live; it has to survive JSON. */
function fitting(name: "state" | "inputs", schema: z.ZodType) {
  return z.custom<JsonValue>().transform((given, context): JsonValue => {
    const refuse = (message: string, path: readonly PropertyKey[] = []): never => {
      context.issues.push({ code: "custom", path: [...path], message, input: given });
      return z.NEVER;
    };
    const { success, data, error } = schema.safeParse(given);
    if (success) return jsonCopy(data, name, (problem) => refuse(`does not survive JSON: ${problem}. ${JSON_REMEDY}`));
    for (const { message, path } of error.issues) refuse(message, path);
    return z.NEVER;
  });
}

function stateOf({ state }: Strategy) {
  if (state === undefined)
    return must<JsonValue>("left out: the strategy declares no `state`", (given) => given === null);
  return fitting("state", state instanceof z.ZodObject && state.def.catchall === undefined ? state.strict() : state);
}

function inputsOf({ read, inputs }: Strategy) {
  if (read === undefined) return must<JsonValue>("left out: the strategy has no `read`", (given) => given === null);
  return fitting("inputs", inputs ?? z.unknown()).nullable();
}
