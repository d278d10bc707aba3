import type { Finding } from "../../backtest/lint/index.js";
import type { LookaheadReport } from "../../backtest/lookahead.js";
import type { BacktestResult, WindowsResult } from "../../backtest/result/result.js";
import type { JsonObject, JsonValue } from "../../core/json.js";
import type { MetricValue } from "../../metrics/metric.js";
import { toJson } from "../json.js";

interface DocumentParts {
  readonly result: BacktestResult;
  readonly windows: WindowsResult | null;
  readonly lookahead: LookaheadReport | null;
  /** The runs with other params, by those. */
  readonly beside?: readonly { readonly name: string; readonly result: BacktestResult }[];
  /** What speaks against believing the result, where somebody looked. */
  readonly findings?: readonly Finding[];
}

/**
 * What `backtest --json` prints: ratios as fractions, times in epoch milliseconds, metrics that cannot be computed as null
 * with the reason in `notAvailable`. No host, run id or wall time is in it: the same run prints the same bytes.
 */
export function documentOf({ result, windows, lookahead, beside = [], findings }: DocumentParts): JsonObject {
  const { strategies, fills, refusals, ticks, decisions, metrics, time, equity } = result;
  const [only, ...others] = strategies;
  const one = others.length === 0 ? only : undefined;
  const count = (status: string): number => refusals.filter((refusal) => refusal.status === status).length;
  return {
    strategy: one?.name ?? null,
    params: one?.params ?? null,
    strategies: toJson(strategies),
    tape: toJson(result.tape),
    seed: result.seed,
    settings: result.settings,
    from: result.from,
    to: result.to,
    complete: result.complete,
    ticks: ticks.decided,
    warmingUp: ticks.warmingUp,
    failed: ticks.failed,
    decisions: Object.values(decisions).reduce((sum, each) => sum + each, 0),
    decisionsByKind: { ...decisions },
    trades: fills.length,
    refused: count("refused"),
    rejected: count("rejected"),
    dropped: count("dropped"),
    initialValue: result.initialValue,
    finalValue: result.finalValue,
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value])),
    notAvailable: Object.fromEntries(Object.entries(metrics).flatMap(whyNot)),
    rivals: result.rivals.map(({ name, kind, finalValue }) => ({ name, kind, finalValue: toJson(finalValue) })),
    breaches: toJson(result.breaches),
    staleFills: toJson(result.staleFills),
    remarks: [...result.remarks],
    ...(findings === undefined ? {} : { findings: toJson(findings) }),
    equity: Array.from(time, (at, i): JsonValue => [at, equity[i] ?? null]),
    fills: toJson(fills),
    refusals: toJson(refusals),
    ...(beside.length === 0 ? {} : { beside: beside.map(besideOf) }),
    ...(windows === null ? {} : { windows: toJson(windows) }),
    ...(lookahead === null ? {} : { lookahead: toJson(lookahead) }),
  };
}

/** A run with other params: those, as they were typed, and what is said of any run. */
function besideOf({ name, result }: { readonly name: string; readonly result: BacktestResult }): JsonObject {
  return { name, ...documentOf({ result, windows: null, lookahead: null }) };
}

function whyNot([name, metric]: [string, MetricValue]): [string, string][] {
  return metric.value === null ? [[name, metric.why]] : [];
}
