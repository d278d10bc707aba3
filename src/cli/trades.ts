import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender trades`: the service's own list of the team's trades, newest first. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, {
    "contender trades": "the service's list of the team's trades, in all competitions",
    "contender journal trades": "the bot's own trades with their intents",
  });
  ask<"trades">(
    command,
    terminal,
    () => ({ do: "trades" }),
    async ({ trades }) => (await import("./format/trades.js")).tradesText(trades),
  );
}
