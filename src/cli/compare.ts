import type { Command } from "commander";
import { act, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender compare RUN RUN`: 0 where they are equal, 1 where they differ. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<first>", "a run's id, `last`, `backtest` (the newest one), or a journal's folder and run: FOLDER#RUN")
    .argument("<second>", "the other one")
    .option("--journal <folder...>", "look for the runs in these journals too")
    .option("--limit <count>", "tell the first so many differences (default: 10)");
  examples(command, {
    "contender compare last backtest": "the bot's last run, and the backtest of its tape: do they differ, and why?",
    "contender compare 7k2m9x 4hq8sz --limit 50": "two runs by their ids",
    "contender compare last ./other/data#last": "a run of another data folder",
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
