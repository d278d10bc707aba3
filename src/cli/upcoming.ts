import type { Command } from "commander";
import { askRead, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender upcoming`: competitions that have not begun. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender upcoming": "competitions that have not begun" });
  askRead(
    command,
    terminal,
    "upcoming",
    async (competitions) => {
      const { table } = await import("./format/table.js");
      const rows = competitions.map((one) => [
        one.name,
        one.state,
        one.allowCrossChainTrading === null ? "not stated" : one.allowCrossChainTrading ? "on" : "off",
        one.id,
        one.description ?? "",
      ]);
      return table(["name", "state", "cross-chain", "id", "description"], rows, "No upcoming competition.");
    },
    (competitions) => ({ competitions }),
  );
}
