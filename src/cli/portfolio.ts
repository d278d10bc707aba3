import type { Command } from "commander";
import { askRead, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender portfolio`: the service's valuation, which may be minutes old. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender portfolio": "tokens, prices, values and their age" });
  askRead(command, terminal, "portfolio", async (portfolio) => {
    const { facts, right, table } = await import("./format/table.js");
    const { plainDecimal, plainDigits, plainUsd, timestamp } = await import("../core/format.js");
    const tokens = table(
      ["token", right("amount"), right("price (USD)"), right("value (USD)")],
      portfolio.tokens.map((row) => [
        row.token ?? `${row.address ?? "?"} (chain unknown)`,
        plainDecimal(row.amount),
        plainDigits(row.price),
        plainUsd(row.value),
      ]),
      "The portfolio is empty.",
    );
    const summary = facts({
      "total (USD)": plainUsd(portfolio.totalValue),
      "valued at": portfolio.snapshotAt === null ? "now" : `${timestamp(portfolio.snapshotAt)} (${portfolio.source})`,
    });
    return `${tokens}\n\n${summary}`;
  });
}
