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
    async ({ trades }) => {
      const { right, table } = await import("./format/table.js");
      const { amount } = await import("./format/numbers.js");
      const { moment } = await import("./format/times.js");
      return table(
        ["at (UTC)", "from", right("sold"), "to", right("bought"), "reason"],
        trades.map((trade) => [
          moment(trade.at),
          trade.from,
          amount(trade.fromAmount),
          trade.to,
          amount(trade.toAmount),
          trade.success ? (trade.reason ?? "") : `failed: ${trade.error ?? "no reason given"}`,
        ]),
        "No trade yet.",
      );
    },
  );
}
