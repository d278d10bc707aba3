import { isDeepStrictEqual } from "node:util";
import { shortIso } from "../../core/format.js";
import { formatDuration } from "../../core/time/duration.js";
import { overruled, withUnsaid } from "../../gateway/limits/settings.js";
import type { JournalReader } from "../../journal/index.js";
import { ASSUMABLE_RULES, type AssumableRule, type RateLimit, type Rules } from "../../model/rules.js";
import type { CompetitionSettings } from "../../venue/index.js";
import type { Config } from "../config/schema.js";
import { limitSettings } from "../service-connection/gateway-options.js";

/** As a journal has them: one of an earlier version may not have every member. */
export type RecordedRules = Partial<Rules> & Pick<Rules, "readAt">;

/** A run may end with ticks of which nothing that they saw was kept: so many of the last are looked through. */
const LAST_TICKS = 100;

/**
 * What a service said last of its rules to one of these runs, as far as their journal has it; null where it has nothing.
 */
export function recordedRules(
  reader: Pick<JournalReader, "strategyTicks">,
  runs: readonly string[],
): RecordedRules | null {
  for (const run of runs.toReversed()) {
    for (const { view } of reader.strategyTicks({ run, limit: LAST_TICKS }).reverse()) {
      const rules = view?.["rules"] as unknown as RecordedRules | undefined;
      if (rules?.source === "service") return rules;
    }
  }
  return null;
}

/** What a competition's settings call each rule. */
const SETTINGS = {
  maxTradeShare: "maxTradeShare",
  minTradeAmount: "minTradeAmount",
  crossChain: "allowCrossChain",
  minTradesPerDay: "minTradesPerDay",
  slippage: "slippage",
} as const satisfies Record<AssumableRule, keyof CompetitionSettings>;

/**
 * A competition by the rules that its service said, and what a reader must know of that: config's `defaults` hold until it
 * has said them, and no longer.
 */
export function ruledBy(
  rules: RecordedRules,
  competition: Partial<CompetitionSettings>,
): { readonly competition: Partial<CompetitionSettings>; readonly remarks: readonly string[] } {
  const others = ASSUMABLE_RULES.filter(
    (name) => (rules[name] ?? null) !== null && rules[name] !== competition[SETTINGS[name]],
  );
  if (others.length === 0) return { competition, remarks: [] };
  const said = Object.fromEntries(others.map((name) => [SETTINGS[name], rules[name]]));
  const told = others.map(
    (name) => `\`${name}\` ${String(rules[name])} (config: ${competition[SETTINGS[name]] ?? "none"})`,
  );
  const remark = `The rules are the last ones that the tape's bot read from the service, at ${shortIso(rules.readAt)}: ${told.join(", ")}.`;
  return { competition: { ...competition, ...said }, remarks: [remark] };
}

/**
 * The rate limits that its service said, overruled by config's as the bot's gateway does it, and what a reader must know of
 * that; null where they are the public service's, as a backtest assumes.
 */
export function limitedBy(
  { rateLimits = [], readAt }: RecordedRules,
  limits: Config["limits"],
): { readonly limits: readonly RateLimit[]; readonly remark: string } | null {
  const { overrides } = limitSettings(limits);
  const said = overruled(withUnsaid(rateLimits), overrides);
  const assumed = overruled(withUnsaid([]), overrides);
  if (said.length === assumed.length && said.every((limit) => assumed.some((one) => isDeepStrictEqual(one, limit))))
    return null;
  const told = said.map(({ scope, count, windowMs }) => `${scope} ${count} per ${formatDuration(windowMs)}`).join(", ");
  const remark = `The rate limits are the last ones that the tape's bot read from the service, at ${shortIso(readAt)}, overridden by the config: ${told}.`;
  return { limits: said, remark };
}
