import type { Command } from "commander";
import type { BacktestEnd } from "../app/backtest/run.js";
import { INTERRUPTED } from "../app/exit-codes.js";
import { act, collect, evaluatesCode, examples } from "./action.js";
import { reportError } from "./report.js";
import type { Terminal } from "./terminal.js";

/**
 * `contender backtest`: 0 where it ran to its end, 1 where every strategy was parked or a look-ahead was found, 130 where
 * it was interrupted and kept what it had.
 */
export function define(command: Command, terminal: Terminal): void {
  command
    .option("--tape <folder>", "the tape (default: the newest one that the config's bot has recorded)")
    .option("--from <time>", "when the competition begins: 2025-01-31, or how long before the tape's end (30d)")
    .option("--to <time>", "when it ends (default: with the tape)")
    .option("--strategy <name>", "one strategy alone: of the config, one that comes with Contender, or a file")
    .option("--param <key=value>", "a param of it, once for each", collect)
    .option("--seed <seed>", "of all chance (default: the config's, or `contender`)")
    .option("--bars <kind>", "sampled, as live (the default), or recorded: the tape's highs, lows, volume")
    .option("--latency <time>", "from a decision to its trade (default: as the tape's bot measured, else 1s)")
    .option("--latency-of <run>", "the same, as this run's trades measured it")
    .option("--house-teams", "let the three house teams compete (default: as the config says)")
    .option("--no-house-teams", "compete alone")
    .option("--windows <length>", "run every competition of this length too: 7d")
    .option("--step <time>", "how far apart windows begin (default: 1d)")
    .option("--check-lookahead", "run again on tapes that are cut short: is anything decided by the future?")
    .option("--inputs <run>", "what `read` hooks that go elsewhere gave in this run")
    .option("--report <file>", "write a report, one HTML file")
    .option(
      "--beside <params>",
      'the same with other params, beside it in the report: "fast=5 slow=50"; values with spaces stand in quotes',
      collect,
    );
  examples(command, {
    "contender backtest": "the config's strategies on what its bot recorded last",
    "contender backtest --tape ./eth --strategy sma-cross --param fast=5 --report report.html":
      "one strategy on a tape, with a report",
    "contender backtest --tape ./eth --windows 7d --step 1d": "every week that could have been a competition",
    "contender backtest --strategy ./strategies/mine.ts --check-lookahead": "does it know its future?",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options) => {
    const { documentOf, runBacktest } = await import("../app/backtest/run.js");
    const end = await runBacktest(options, context.config, await context.progress());
    // One line: a curve of a hundred thousand points is for programs.
    if (context.json) terminal.printJson(documentOf(end), undefined, context.config);
    else terminal.print((await import("./format/backtest.js")).backtestText(end, context.config));
    const codes = end.unwritten.map((error) => reportError(error, false, terminal, context.config));
    return codes[0] ?? exitCode(end);
  });
}

function exitCode({ stopped, result, lookahead }: BacktestEnd): number {
  if (stopped) return INTERRUPTED;
  const parked = result.strategies.every((strategy) => strategy.parked !== null);
  return parked || lookahead?.passed === false ? 1 : 0;
}
