import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender balances`: the team's balances, exact. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender balances": "every token held by the team",
    "contender balances --json": "for scripts",
  });
  ask<"balances">(
    command,
    terminal,
    () => ({ do: "balances" }),
    async ({ balances }) => {
      const { table, right } = await import("./format/table.js");
      const { plainDecimal } = await import("../core/format.js");
      return table(
        ["token", right("amount")],
        balances.map((row) => [row.token, plainDecimal(row.amount)]),
        "The team holds nothing.",
      );
    },
  );
}
