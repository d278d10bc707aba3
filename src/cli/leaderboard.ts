import type { Command } from "commander";
import type { Answers } from "../app/requests/answers.js";
import { ask, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender leaderboard`: the ranking of the last snapshot. */
export function define(command: Command, terminal: Terminal): void {
  command.option("--competition <id>", "the competition's id (default: the active competition)");
  examples(command, {
    "contender leaderboard": "the active competition",
    "contender leaderboard --competition ID": "a competition that is over",
  });
  ask<"leaderboard">(
    command,
    terminal,
    (_args, options) => ({ do: "leaderboard", ...textsOf(options, "competition") }),
    print,
  );
}

async function print(answer: Answers["leaderboard"]): Promise<string> {
  const { right, table } = await import("./format/table.js");
  const { plainUsd } = await import("../core/format.js");
  const { printable } = await import("../core/printable.js");
  const rows = [...answer.standings, ...answer.inactive].map((one) => [
    one.rank === null ? "-" : String(one.rank),
    one.teamName + (one.teamId === answer.teamId ? " (you)" : ""),
    plainUsd(one.portfolioValue),
    one.active ? "" : `inactive: ${one.deactivationReason ?? "no reason given"}`,
  ]);
  const { name, state } = answer.competition;
  const board = table([right("rank"), "team", right("value (USD)"), ""], rows, "No team takes part.");
  return `${printable(name)} (${state})\n\n${board}`;
}
