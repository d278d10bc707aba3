import { z } from "zod";
import { members } from "../../core/arguments.js";
import { aboveZero, anyText, callback, flag, having, isObject, listOf, text } from "../../core/kinds.js";
import { suggested } from "../../core/nearest.js";
import { DEFAULT_TIMES, type EngineSettings } from "../../engine/settings.js";
import { DEFAULT_EXECUTION } from "../../execution/settings.js";
import type { MetricSettings } from "../../metrics/metric.js";
import { RATE_SCOPES } from "../../model/rules.js";
import type { PriceProof } from "../../model/usual-price.js";
import type { DrawdownSettings, RiskSettings } from "../../risk/settings.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { DEFAULT_SETTINGS } from "../../venue/index.js";
import { BacktestOptionError } from "../errors.js";
import type { BacktestOptions, StrategyUse } from "./options.js";

/** Every member of a type: TypeScript sees to it that none is missing. */
type Names<T> = Readonly<Record<keyof T, unknown>>;

const OPTIONS: Names<BacktestOptions> = {
  ...{ tape: 1, strategies: 1, registry: 1, from: 1, to: 1, seed: 1, competition: 1, competitionName: 1, team: 1 },
  ...{ houseTeams: 1, settings: 1, latency: 1, bars: 1, limits: 1, history: 1, inputs: 1, journal: 1, metrics: 1 },
  ...{ run: 1, onProgress: 1, signal: 1, log: 1 },
};
const USE: Names<StrategyUse> = { strategy: 1, file: 1, params: 1, name: 1, allocation: 1 };
const SETTINGS: Names<EngineSettings> = {
  ...DEFAULT_TIMES,
  ...{
    wait: 1,
    once: 1,
    endDoubt: 1,
    endDate: 1,
    minTradesPerDay: 1,
    keepMinimum: 1,
    onError: 1,
    stopOnForeignTrades: 1,
    pricesAtEnd: 1,
  },
  ...{ tryReads: 1, rules: 1, risk: 1, execution: 1 },
};
const ON_ERROR: Names<NonNullable<EngineSettings["onError"]>> = { retries: 1 };
const RISK: Names<RiskSettings> = {
  ...{ maxTradeUsd: 1, maxTradeShare: 1, maxSlippagePercent: 1, maxPriceMovePercent: 1, unprovenPrice: 1 },
  ...{ minSecondsBetweenTrades: 1, maxTradesPerDay: 1, cashReserve: 1, tokens: 1, drawdownStop: 1, capMargin: 1 },
  ...{ minTradeUsd: 1 },
};
const DRAWDOWN: Names<DrawdownSettings> = { share: 1, samples: 1, agreement: 1 };
const PROOF: Names<PriceProof> = { percent: 1, standsFor: 1 };
const METRICS: Names<MetricSettings> = { daysPerYear: 1, riskFree: 1, target: 1, tail: 1 };

const limit = members({ scope: z.enum(RATE_SCOPES), count: z.int().min(1), windowMs: aboveZero });

/** What may be left out. */
const OPTIONAL: readonly (readonly [keyof BacktestOptions, kind: z.ZodType, remedy: string])[] = [
  ["registry", having("", "resolve", "list"), "Give a TokenRegistry."],
  ["seed", anyText, "Give a text."],
  ["competition", z.custom(isObject), "Give an object, { … }."],
  ["competitionName", text, "Give a text that is not empty."],
  ["team", text, "Give a text that is not empty."],
  ["houseTeams", flag, "Give true or false."],
  ["settings", z.custom(isObject), "Give an object, { … }."],
  ["bars", z.enum(["sampled", "recorded"]), "Give sampled or recorded."],
  [
    "limits",
    z.union([z.literal("off"), listOf("", limit)]),
    `Give a list of { scope, count, windowMs }, or off; a count is a whole number from 1, a scope one of ${RATE_SCOPES.join(", ")}.`,
  ],
  ["history", listOf("", having("", "points")), "Give a list of tapes, or of objects with points(token, from, until)."],
  ["inputs", callback, "Give a function of the strategy's name and the time."],
  ["journal", z.custom((given) => isObject(given) && "run" in given), "Give a new ColumnJournal()."],
  ["metrics", z.custom(isObject), "Give an object, { … }."],
  ["run", members({ version: anyText, config: z.custom(isObject) }), "Give { version, config }: a text and an object."],
  ["onProgress", callback, "Give a function."],
  ["signal", having("", "addEventListener"), "Give an AbortSignal: new AbortController().signal."],
  ["log", having("", "debug", "info", "warn", "error"), "Give a log, such as silentLog."],
];

/** What else JavaScript lets through, a tape's folder in its place above all; undefined is told where one is needed. */
const KINDS: readonly (readonly [keyof BacktestOptions, fits: (given: unknown) => boolean, remedy: string])[] = [
  ["tape", isTape, "Give an open one: openTape(folder), or memoryTape(…)."],
  ["strategies", (given) => Array.isArray(given) && given.every(isObject), "Give a list: [{ strategy: mine }]."],
  ...OPTIONAL.map(([name, kind, remedy]) => {
    const schema = kind.optional();
    return [name, (given: unknown) => schema.safeParse(given).success, remedy] as const;
  }),
];

function isTape(given: unknown): boolean {
  return isObject(given) && "tracks" in given;
}

/**
 * Refuses options that nobody reads or that are of another kind, and limits that are no number: a misspelt one would
 * limit nothing, and only TypeScript would tell. Throws BacktestOptionError.
 */
export function checkOptions(options: BacktestOptions): void {
  if (!isObject(options))
    throw new BacktestOptionError("The options are missing", { remedy: "Give { tape, strategies }, at least." });
  const { competition, settings, metrics, strategies } = options;
  refuseUnknown("", options, OPTIONS);
  for (const [name, fits, remedy] of KINDS) {
    if (fits(options[name])) continue;
    const what = options[name] === undefined ? "is missing" : "is of another kind";
    throw new BacktestOptionError(`The option ${name} ${what}`, { remedy });
  }
  strategies.forEach((one: BoundStrategy | StrategyUse, i) => {
    if ("strategy" in one) refuseUnknown(`strategies[${i}].`, one, USE);
  });
  for (const [where, given, names] of [
    ["competition.", competition, DEFAULT_SETTINGS],
    ["settings.", settings, SETTINGS],
    ["settings.onError.", settings?.onError, ON_ERROR],
    ["settings.risk.", settings?.risk, RISK],
    ["settings.risk.drawdownStop.", settings?.risk?.drawdownStop, DRAWDOWN],
    ["settings.risk.unprovenPrice.", settings?.risk?.unprovenPrice, PROOF],
    ["settings.execution.", settings?.execution, DEFAULT_EXECUTION],
    ["metrics.", metrics, METRICS],
  ] as const) {
    refuseUnknown(where, given, names);
    refuseNaN(where, given, where === "competition." ? [] : ["string"]);
  }
}

function refuseUnknown(where: string, given: object | undefined, names: object): void {
  if (given !== undefined && !isObject(given))
    throw new BacktestOptionError(`The option ${where.slice(0, -1)} is of another kind`, {
      remedy: `Give an object, { ${Object.keys(names).join(", ")} }.`,
    });
  const wrong = Object.keys(given ?? {}).find((name) => !Object.hasOwn(names, name));
  if (wrong === undefined) return;
  const all = Object.keys(names);
  throw new BacktestOptionError(`A backtest has no option ${where}${wrong}`, {
    remedy: suggested(wrong, all, `Here may stand: ${all.join(", ")}.`),
  });
}

/** @param never kinds of values that none of these has */
function refuseNaN(where: string, given: object | undefined, never: readonly string[]): void {
  const wrong = Object.entries(given ?? {}).find(([, value]) => Number.isNaN(value) || never.includes(typeof value));
  if (wrong !== undefined)
    throw new BacktestOptionError(`${where}${wrong[0]} is not a number`, { remedy: "Correct it, or leave it out." });
}
