import type { Command } from "commander";
import type { ReadAnswer } from "../app/requests/answers.js";
import { askRead, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender rules`: the understood rules, and those that could not be parsed. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender rules": "the rules as understood by Contender, and the service's own words" });
  askRead(command, terminal, "rules", print);
}

async function print(rules: ReadAnswer<"rules">): Promise<string> {
  const { facts } = await import("./format/table.js");
  const { plainPercent } = await import("../core/format.js");
  const { formatDuration } = await import("../core/time/duration.js");
  const { printable } = await import("../core/printable.js");
  const unknown = "not stated";
  const summary = facts({
    "largest trade": rules.maxTradeShare === null ? unknown : `${plainPercent(rules.maxTradeShare)} of the portfolio`,
    "smallest trade": rules.minTradeAmount ?? unknown,
    "cross-chain": rules.crossChain === null ? unknown : rules.crossChain ? "on" : "off",
    "trades a day": rules.minTradesPerDay === null ? unknown : `at least ${rules.minTradesPerDay}`,
    slippage: rules.slippage ?? unknown,
    snapshots: rules.snapshotIntervalMs === null ? unknown : `every ${formatDuration(rules.snapshotIntervalMs)}`,
    chains: rules.chains?.join(", ") ?? unknown,
    "rate limits": rules.rateLimits
      .map((one) => `${one.count} per ${formatDuration(one.windowMs)} (${one.scope})`)
      .join(", "),
    source: rules.source,
  });
  const words =
    rules.texts === null ? [] : [...rules.texts.tradingRules, ...rules.texts.rateLimits, rules.texts.slippageFormula];
  const list = (title: string, texts: readonly string[]): string =>
    texts.length === 0 ? "" : `\n\n${title}\n${texts.map((text) => `  - ${printable(text)}`).join("\n")}`;
  return summary + list("In the service's own words:", words) + list("Not understood, and ignored:", rules.unread);
}
