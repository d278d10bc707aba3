import type { Command } from "commander";
import type { ReplayReport } from "../app/replay.js";
import { act, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender replay RUN`: 0 where every decision comes out the same, 1 where one differs. */
export function define(command: Command, terminal: Terminal): void {
  command.argument("<run>", "a run's id (`contender journal runs`), a backtest's, `last`, or `backtest`");
  examples(command, { "contender replay last": "do the strategies still decide what they decided?" });
  act(command, terminal, async (context, _options, [run = ""]) => {
    const { replay } = await import("../app/replay.js");
    const report = replay(run, context.config);
    await context.show(report, () => print(report));
    return report.differing === 0 ? 0 : 1;
  });
}

async function print(report: ReplayReport): Promise<string> {
  const { moment } = await import("./format/times.js");
  const { printable } = await import("../core/printable.js");
  const { difference, skipped, versions } = report;
  const lines = [
    `Run ${report.run}: ${report.ticks} ticks, ${report.replayed} answers asked again, ${report.decisions} decisions.`,
    ...versions.map(({ strategy }) => `${strategy} is not the version of the run any more.`),
    ...Object.entries(skipped).flatMap(([why, count]) =>
      count === 0 ? [] : [`${count} not asked: ${SKIPPED[why] ?? why}.`],
    ),
  ];
  if (difference === null) return [...lines, "No difference."].join("\n");
  const json = (value: unknown): string => printable(JSON.stringify(value, null, 1).replaceAll(/\s*\n\s*/g, " "));
  return [
    ...lines,
    `${report.differing} answers differ. The first: ${difference.strategy} at ${moment(difference.at)} (${difference.what})`,
    `  recorded: ${json(difference.recorded)}`,
    `  replayed: ${json(difference.replayed)}`,
  ].join("\n");
}

const SKIPPED: Readonly<Record<string, string>> = {
  warmingUp: "the strategy was warming up",
  failed: "it had failed",
  unseen: "it held, and of that a backtest does not keep what it saw",
  missing: "its file is not there any more",
};
