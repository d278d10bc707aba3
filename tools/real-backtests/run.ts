import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { WindowsResult } from "../../src/backtest/result/result.js";
import type { Candles, DataSet } from "./markets.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const CONFIG = "config/real-markets/backtest.yaml";

export const STRATEGIES = ["rebalance", "sma-cross", "mean-reversion"] as const;
export type StrategyName = (typeof STRATEGIES)[number];

/** What is taken of `backtest --json`. */
export interface RunDocument {
  readonly trades: number;
  readonly initialValue: number;
  readonly finalValue: number;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly rivals: readonly { readonly name: string; readonly finalValue: number }[];
  readonly remarks: readonly string[];
  readonly windows: WindowsResult;
}

/** The arguments of `tape import` for a set of candles. */
export function importArguments({ candles, source }: DataSet, tape: string): string[] {
  const tokens = candles.flatMap(({ token }) => ["--token", token]);
  const flags = ["--source", source, "--out", tape, "--config", CONFIG];
  return ["tape", "import", ...candles.map(({ file }) => file), ...tokens, ...flags];
}

/** The arguments of `backtest` for a strategy on one of its tokens, over all seven-day windows. */
export function backtestArguments(set: DataSet, tape: string, { token }: Candles, strategy: StrategyName): string[] {
  const cash = `USDC.${token.slice(token.lastIndexOf(".") + 1)}`;
  const params =
    strategy === "rebalance"
      ? { weights: JSON.stringify({ [token]: 0.5, [cash]: 0.5 }) }
      : { token, ...set.params[strategy] };
  return [
    ...["backtest", "--config", CONFIG, "--tape", tape, "--strategy", strategy],
    ...Object.entries(params).flatMap(([key, value]) => ["--param", `${key}=${value}`]),
    ...["--windows", "7d", "--step", "1d"],
  ];
}

/** Runs a command of the built command line in the project's root and gives what it printed. Throws where it fails. */
export async function contender(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  return stdout;
}

/** A command as a person types it. */
export function typed(args: readonly string[]): string {
  return ["npx", "contender", ...args.map((arg) => (/^[\w./=:@-]+$/.test(arg) ? arg : `'${arg}'`))].join(" ");
}
