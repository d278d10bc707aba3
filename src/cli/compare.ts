import type { Command } from "commander";
import { act, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender compare RUN RUN`. Exit codes: 0 if the runs are equal, 1 if they differ. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument(
      "<first>",
      "a run's id, `last`, `backtest` (the newest backtest), or a journal's folder and run: FOLDER#RUN",
    )
    .argument("<second>", "the run to compare it with")
    .option("--journal <folder...>", "also search these journals for the runs")
    .option("--limit <count>", "how many differences to show (default: 10)");
  examples(command, {
    "contender compare last backtest": "the bot's last run with the newest backtest of its tape",
    "contender compare 7k2m9x 4hq8sz --limit 50": "two runs by id",
    "contender compare last ./other/data#last": "a run in another data folder",
  });
  act(command, terminal, async (context, options, [first = "", second = ""]) => {
    const { compare } = await import("../app/compare.js");
    const journals = Array.isArray(options["journal"]) ? (options["journal"] as string[]) : [];
    const question = { config: context.config, journals, ...textsOf(options, "limit") };
    const report = compare(first, second, question, await context.progress());
    await context.show(report, async () => (await import("./format/comparison.js")).comparisonText(report));
    return report.equal ? 0 : 1;
  });
}
