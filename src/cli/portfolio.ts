import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender portfolio`: the service's own valuation, which may be minutes old. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender portfolio": "tokens, prices, values, and how old they are" });
  ask<"portfolio">(
    command,
    terminal,
    () => ({ do: "portfolio" }),
    async (portfolio) => {
      const { facts, right, table } = await import("./format/table.js");
      const { amount, price, usd } = await import("./format/numbers.js");
      const { moment } = await import("./format/times.js");
      const tokens = table(
        ["token", right("amount"), right("price (USD)"), right("value (USD)")],
        portfolio.tokens.map((row) => [
          row.token ?? `${row.address ?? "?"} (chain not said)`,
          amount(row.amount),
          price(row.price),
          usd(row.value),
        ]),
        "The portfolio is empty.",
      );
      const summary = facts({
        "total (USD)": usd(portfolio.totalValue),
        "valued at": portfolio.snapshotAt === null ? "now" : `${moment(portfolio.snapshotAt)} (${portfolio.source})`,
      });
      return `${tokens}\n\n${summary}`;
    },
  );
}
