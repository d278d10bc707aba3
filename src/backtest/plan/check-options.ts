import { z } from "zod";
import { members, must, shown } from "../../core/arguments.js";
import { aboveZero, anyText, callback, flag, having, isObject, number, text } from "../../core/kinds.js";
import { closestBranch, expectation, keysOf, schemaAt, type SchemaNode } from "../../core/json-schema.js";
import { suggested } from "../../core/nearest.js";
import { PARSED_ONCE } from "../../core/parsed-once.js";
import { pathText, type Path } from "../../core/path.js";
import type { EngineSettings } from "../../engine/settings.js";
import type { ExecutionSettings } from "../../execution/settings.js";
import type { MetricSettings } from "../../metrics/metric.js";
import { RATE_SCOPES } from "../../model/rules.js";
import { riskSettingsSchema } from "../../risk/index.js";
import { DEFAULT_SETTINGS, type CompetitionSettings } from "../../venue/index.js";
import { BacktestOptionError } from "../errors.js";
import type { BacktestOptions, StrategyUse } from "./options.js";

/** A schema for every member of a type: TypeScript sees to it that none is missing. */
type Schemas<T> = Readonly<Record<keyof T, z.ZodType>>;

/** An object with these members and no other; all may be left out. */
const options = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();

/** What is checked elsewhere, or by nobody. */
const anything = z.unknown().optional();
const object = must("an object", isObject);

const use = z.strictObject({
  ...{ strategy: anything, file: anything, params: anything, name: anything, allocation: anything },
} satisfies Schemas<StrategyUse>);

const strategy = z
  .union([z.custom((given) => isObject(given) && !("strategy" in given)), use])
  .meta({ expected: "an object such as { strategy: mine }" });

// The venue checks the values.
const competition = options(
  Object.fromEntries(Object.keys(DEFAULT_SETTINGS).map((name) => [name, anything])) satisfies Partial<
    Schemas<CompetitionSettings>
  >,
);

const execution = options({
  ...{ deadlineMs: number, settleMs: number, clockSpeed: number, maxReasonLength: number },
  ...{ minTradeUsd: number, maxTargetSteps: number },
} satisfies Schemas<ExecutionSettings>);

const settings = options({
  ...{ wait: flag, once: flag, keepMinimum: flag, stopOnForeignTrades: flag, tryReads: flag, pricesAtEnd: flag },
  ...{ watchEvery: number, leaderboardEvery: number, balancesEvery: number, rulesEvery: number, sampleEvery: number },
  ...{ readTimeout: number, finishWithin: number, endDoubt: number, endDate: number },
  minTradesPerDay: number.nullable(),
  onError: options({ retries: number } satisfies Schemas<NonNullable<EngineSettings["onError"]>>),
  rules: object,
  risk: riskSettingsSchema,
  execution,
} satisfies Schemas<EngineSettings>);

const metrics = options({
  ...{ daysPerYear: number, riskFree: number, target: number, tail: number },
} satisfies Schemas<MetricSettings>);

const limit = members({ scope: z.enum(RATE_SCOPES), count: z.int().min(1), windowMs: aboveZero });

const schema = z.strictObject({
  tape: must("an open tape, from openTape(folder) or memoryTape(…)", (given) => isObject(given) && "tracks" in given),
  strategies: z.array(strategy).meta({ expected: "a list such as [{ strategy: mine }]" }),
  registry: having("a TokenRegistry", "resolve", "list").optional(),
  // `rangeOf` and `planOf` check these.
  ...{ from: anything, to: anything, latency: anything },
  seed: anyText.optional(),
  competition: competition.optional(),
  competitionName: text.optional(),
  team: text.optional(),
  houseTeams: flag.optional(),
  settings: settings.optional(),
  bars: z.enum(["sampled", "recorded"]).optional(),
  limits: z
    .union([z.literal("off"), z.array(limit)])
    .meta({ expected: "off, or a list of { scope, count, windowMs }" })
    .optional(),
  history: z
    .array(having("a tape, or an object with points(token, from, until)", "points"))
    .meta({ expected: "a list of tapes, or of objects with points(token, from, until)" })
    .optional(),
  inputs: callback.optional(),
  journal: must("a new ColumnJournal()", (given) => isObject(given) && "run" in given).optional(),
  metrics: metrics.optional(),
  run: z.strictObject({ version: anyText, config: object }).optional(),
  onProgress: callback.optional(),
  onEvent: callback.optional(),
  signal: having("an AbortSignal: new AbortController().signal", "addEventListener").optional(),
  log: having("a log, such as silentLog", "debug", "info", "warn", "error").optional(),
} satisfies Schemas<BacktestOptions>);

/**
 * Refuses options that there are not or that are of another kind, and limits that are no number: a misspelt one would
 * limit nothing, and only TypeScript would tell. Throws BacktestOptionError.
 */
export function checkOptions(given: BacktestOptions): void {
  if (!isObject(given))
    throw new BacktestOptionError("The options are missing", { remedy: "Give at least { tape, strategies }." });
  const { error } = schema.safeParse(given, { ...PARSED_ONCE, reportInput: true });
  if (error === undefined) return;
  // What is missing may be there under a misspelt name: that one is named first.
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  if (issue !== undefined) throw optionError(issue, pathOf(issue));
}

type Issue = z.core.$ZodIssue;

const pathOf = ({ path }: Issue): Path => path.map((step) => (typeof step === "number" ? step : String(step)));

function optionError(issue: Issue, path: Path): BacktestOptionError {
  if (issue.code === "invalid_union") {
    const [inner] = closestBranch(issue.errors) ?? [];
    if (inner !== undefined) return optionError(inner, [...path, ...pathOf(inner)]);
  }
  const node = schemaAt(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaNode, path);
  const names = node === null ? [] : keysOf(node);
  if (issue.code === "unrecognized_keys") {
    const [wrong = ""] = issue.keys;
    return new BacktestOptionError(`A backtest has no option ${pathText([...path, wrong])}`, {
      remedy: suggested(wrong, names, `Options: ${names.join(", ")}.`),
    });
  }
  return new BacktestOptionError(`The option ${pathText(path)} ${requirement(issue, node, names)}`);
}

/** What the option must be, and what it is. */
function requirement(issue: Issue, node: SchemaNode | null, names: readonly string[]): string {
  if (issue.code === "custom") return issue.message;
  const expected = node?.type === "object" ? `an object, { ${names.join(", ")} }` : node && expectation(node);
  return `must be ${expected ?? "of another type"} (it is ${shown(issue.input)})`;
}
