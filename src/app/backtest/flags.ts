import { DAY } from "../../core/time/duration.js";
import { durationOf } from "../duration-flag.js";
import { UsageError } from "../errors.js";

/** The flags of `contender backtest`, as they were typed. */
export interface BacktestFlags {
  /** The folder of a tape. */
  readonly tape?: string;
  readonly from?: string;
  readonly to?: string;
  /** A strategy of the config by its name, one that comes with Contender, or a file. */
  readonly strategy?: string;
  /** `key=value` each. */
  readonly param?: readonly string[];
  readonly seed?: string;
  readonly bars?: string;
  readonly latency?: string;
  /** A run whose trades say how long an answer takes. */
  readonly latencyOf?: string;
  /** False with --no-house-teams; undefined: as config says. */
  readonly houseTeams?: boolean;
  readonly windows?: string;
  readonly step?: string;
  readonly checkLookahead?: boolean;
  /** A run whose recorded inputs `read` hooks are given. */
  readonly inputs?: string;
  readonly report?: string;
  /** Other params of the strategy, `key=value key=value` each: runs that stand beside it in the report. */
  readonly beside?: readonly string[];
}

/** `--windows` and `--step`, milliseconds; null where no windows are wanted. */
export function windowsOf({ windows, step }: BacktestFlags): { readonly length: number; readonly step: number } | null {
  if (windows === undefined) {
    if (step === undefined) return null;
    throw new UsageError("--step needs --windows", {
      remedy: "Also give the length of a window: --windows 7d --step 1d.",
    });
  }
  const length = durationOf("--windows", windows);
  return { length, step: step === undefined ? Math.min(length, DAY) : durationOf("--step", step) };
}

/** How strategies get their bars. Throws UsageError. */
export function barsOf(text: string | undefined): "sampled" | "recorded" {
  if (text === undefined || text === "sampled" || text === "recorded") return text ?? "sampled";
  throw new UsageError(`--bars ${text} is neither sampled nor recorded`, {
    remedy: "Leave it out for bars built from sampled prices, as live.",
  });
}

/**
 * Params as `key=value` texts: JSON where the value is (numbers, booleans, lists, objects), else a text. A key with dots
 * is one key: tokens have dots in their names. Throws UsageError.
 */
export function paramsOf(texts: readonly string[], flag = "--param"): Record<string, unknown> {
  const params = new Map<string, unknown>();
  for (const text of texts) {
    const [, key, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined || value === undefined)
      throw new UsageError(`${flag} ${text} is not key=value`, {
        remedy: "Write fast=5; `contender strategies` lists the params of each strategy.",
      });
    if (params.has(key)) throw new UsageError(`${flag} gives ${key} twice`, { remedy: "Give it once." });
    params.set(key, valueOf(value));
  }
  // Not by assignment: `__proto__` is a key like any other, and no param of anybody.
  return Object.fromEntries(params);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
