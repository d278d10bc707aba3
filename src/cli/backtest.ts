import type { Command } from "commander";
import type { BacktestEnd } from "../app/backtest/run.js";
import { INTERRUPTED } from "../app/exit-codes.js";
import { act, collect, evaluatesCode, examples } from "./action.js";
import { reportError } from "./report.js";
import type { Terminal } from "./terminal.js";

/**
 * `contender backtest`. Exit codes: 0 if it ran to its end, 1 if every strategy was disabled or a look-ahead was found,
 * 130 if it was interrupted and kept its result so far.
 */
export function define(command: Command, terminal: Terminal): void {
  command
    .option("--tape <folder>", "the tape's folder (default: the newest tape recorded by the config's bot)")
    .option("--from <time>", "start of the competition: 2025-01-31, or a time before the tape's end (30d)")
    .option("--to <time>", "end of the competition (default: the tape's end)")
    .option("--strategy <name>", "run only this strategy: one of the config, a bundled one, or a file")
    .option("--param <key=value>", "a param of that strategy; repeat for more", collect)
    .option("--seed <seed>", "seed of all random numbers (default: the config's, or `contender`)")
    .option("--bars <kind>", "sampled (as live, the default), or recorded (the tape's own highs, lows and volumes)")
    .option(
      "--latency <time>",
      "time from a decision to its trade (default: as measured by the tape's bot, otherwise 1s)",
    )
    .option("--latency-of <run>", "use the latency measured in this run's trades")
    .option("--house-teams", "add three built-in rival teams (default: as the config says)")
    .option("--no-house-teams", "run without built-in rival teams")
    .option("--windows <length>", "also run every competition window of this length: 7d")
    .option("--step <time>", "time between the starts of two windows (default: 1d)")
    .option("--check-lookahead", "run again on shortened tapes to detect decisions that use future prices")
    .option("--inputs <run>", "use the inputs that external `read` hooks returned in this run")
    .option("--report <file>", "write a report as one HTML file")
    .option(
      "--beside <params>",
      'also run with these params, shown beside it in the report: "fast=5 slow=50"; quote values with spaces',
      collect,
    );
  examples(command, {
    "contender backtest": "the config's strategies on the bot's latest recording",
    "contender backtest --tape ./eth --strategy sma-cross --param fast=5 --report report.html":
      "one strategy on a tape, with a report",
    "contender backtest --tape ./eth --windows 7d --step 1d": "every week of the tape as a competition",
    "contender backtest --strategy ./strategies/mine.ts --check-lookahead": "check that it uses no future prices",
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
  const disabled = result.strategies.every((strategy) => strategy.disabled !== null);
  return disabled || lookahead?.passed === false ? 1 : 0;
}
