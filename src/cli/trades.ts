import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender trades`: the service's own list of the team's trades, newest first. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender trades": "the team's trades as the service lists them, of all competitions",
    "contender journal trades": "the same with the decisions behind them",
  });
  ask<"trades">(
    command,
    terminal,
    () => ({ do: "trades" }),
    async ({ trades }) => (await import("./format/trades.js")).tradesText(trades),
  );
}
