import type { Command } from "commander";
import type { Replayed } from "../app/replay.js";
import { act, evaluatesCode, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender replay RUN`. Exit codes: 0 if every decision is the same, 1 if one differs. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<run>", "a run's id (`contender journal runs`), `last`, or `backtest` (the newest backtest)")
    .option("--trust-recorded", "also run strategy files that are named by the journal but not by the config");
  examples(command, { "contender replay last": "check that the strategies still make the same decisions" });
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
    ...versions.map(({ strategy }) => `${strategy} has changed since the run.`),
    ...remarks.map((remark) => printable(remark)),
  ];
  if (difference === null)
    return [...lines, report.ticks > 0 && report.replayed === 0 ? "Nothing was replayed." : "No difference."].join(
      "\n",
    );
  const json = (value: unknown): string => printable(JSON.stringify(value, null, 1).replaceAll(/\s*\n\s*/g, " "));
  return [
    ...lines,
    `First difference: ${difference.strategy} at ${timestamp(difference.at)} (${difference.what})`,
    `  recorded: ${json(difference.recorded)}`,
    `  replayed: ${json(difference.replayed)}`,
  ].join("\n");
}

/** All ticks by outcome; the lines add up to the first one. */
function counts({ run, ticks, replayed, decisions, differing, skipped }: Replayed): string[] {
  const others = Object.entries(skipped).filter(([, count]) => count > 0);
  const rows = [
    [replayed - differing, "replayed with the same decisions"],
    [differing, "replayed with other decisions"],
    ...others.map(([why, count]) => [count, `not replayed: ${SKIPPED[why] ?? why}`] as const),
  ] as const;
  const width = String(ticks).length;
  return [
    `Run ${run}: ${ticks} ticks of single strategies.`,
    ...rows.map(([count, what]) => `  ${String(count).padStart(width)}  ${what}`),
    `Replayed decisions: ${decisions}. A tick may have none, or several.`,
  ];
}

const SKIPPED: Readonly<Record<string, string>> = {
  warmingUp: "the strategy was warming up",
  failed: "the strategy failed",
  unseen: "the strategy held or decided nothing; a backtest does not keep the inputs of such ticks",
  missing: "the strategy's file is missing",
};
