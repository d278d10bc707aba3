import type { Command } from "commander";
import type { Replayed } from "../app/replay.js";
import { act, evaluatesCode, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender replay RUN`: 0 where every decision comes out the same, 1 where one differs. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<run>", "a run's id (`contender journal runs`), a backtest's, `last`, or `backtest`")
    .option("--trust-recorded", "evaluate strategy files that the journal names and the config does not");
  examples(command, { "contender replay last": "do the strategies still decide what they decided?" });
  evaluatesCode(command);
  act(command, terminal, async (context, options, [run = ""]) => {
    const { replay } = await import("../app/replay.js");
    const question = { config: context.config, trustRecorded: options["trustRecorded"] === true };
    const report = await replay(run, question, await context.progress());
    await context.show(report, () => print(report));
    return report.differing === 0 ? 0 : 1;
  });
}

async function print(report: Replayed): Promise<string> {
  const { timestamp } = await import("../core/format.js");
  const { printable } = await import("../core/printable.js");
  const { A_REHEARSAL } = await import("./format/rehearsal.js");
  const { difference, versions, remarks, rehearsal } = report;
  const lines = [
    ...counts(report),
    ...(rehearsal ? [`The run is ${A_REHEARSAL}.`] : []),
    ...versions.map(({ strategy }) => `${strategy} is not the version of the run any more.`),
    ...remarks.map((remark) => printable(remark)),
  ];
  if (difference === null)
    return [...lines, report.ticks > 0 && report.replayed === 0 ? "Nothing was replayed." : "No difference."].join(
      "\n",
    );
  const json = (value: unknown): string => printable(JSON.stringify(value, null, 1).replaceAll(/\s*\n\s*/g, " "));
  return [
    ...lines,
    `The first difference: ${difference.strategy} at ${timestamp(difference.at)} (${difference.what})`,
    `  recorded: ${json(difference.recorded)}`,
    `  replayed: ${json(difference.replayed)}`,
  ].join("\n");
}

/** All ticks, and what became of them: the rows add up to the first line. */
function counts({ run, ticks, replayed, decisions, differing, skipped }: Replayed): string[] {
  const others = Object.entries(skipped).filter(([, count]) => count > 0);
  const rows = [
    [replayed - differing, "replayed, and the answer is the same"],
    [differing, "replayed, and the answer differs"],
    ...others.map(([why, count]) => [count, `not replayed: ${SKIPPED[why] ?? why}`] as const),
  ] as const;
  const width = String(ticks).length;
  return [
    `Run ${run}: ${ticks} ticks, each of one strategy.`,
    ...rows.map(([count, what]) => `  ${String(count).padStart(width)}  ${what}`),
    `Decisions in what was replayed: ${decisions}. An answer may have none, or several.`,
  ];
}

const SKIPPED: Readonly<Record<string, string>> = {
  warmingUp: "the strategy was warming up",
  failed: "the strategy failed",
  unseen: "the strategy held or decided nothing, and of that a backtest does not keep what it saw",
  missing: "the strategy's file is not there any more",
};
