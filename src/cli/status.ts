import type { Command } from "commander";
import type { Answers, BotAnswer } from "../app/requests/answers.js";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender status`: the competition from the service, and the bot's own state. */
export function define(command: Command, terminal: Terminal): void {
  examples(command, { "contender status": "the competition and the state of the bot" });
  ask<"status">(command, terminal, () => ({ do: "status" }), print);
}

async function print(answer: Answers["status"]): Promise<string> {
  const { facts } = await import("./format/table.js");
  const { timestamp } = await import("../core/format.js");
  const { competition, participating, unreadable } = answer;
  const unread = unreadable === null ? null : facts({ service: answer.service, "no status": unreadable });
  const service =
    unread ??
    facts({
      service: answer.service,
      competition: competition === null ? "none active" : `${competition.name} (${competition.state})`,
      id: competition?.id ?? null,
      started: competition === null ? null : timestamp(competition.startAt),
      ends: competition === null ? null : competition.endAt === null ? "not stated" : timestamp(competition.endAt),
      participating: participating === null ? "not stated" : participating ? "yes" : "no",
      message: answer.message,
    });
  return `${service}\n\n${answer.bot === null ? "No bot answers on this data folder." : await printBot(answer.bot)}`;
}

async function printBot(bot: BotAnswer): Promise<string> {
  const { facts, right, table } = await import("./format/table.js");
  const { plainUsd, timestamp } = await import("../core/format.js");
  const summary = facts({
    bot: `${bot.phase}${bot.dryRun ? " (dry run)" : ""}, run ${bot.run}, process ${bot.pid}`,
    "trades on hold": bot.held,
    "its time (UTC)": timestamp(bot.now),
    "in doubt": bot.doubt === null ? null : `since ${timestamp(bot.doubt.since)}: ${bot.doubt.reason}; nothing is sent`,
    "equity (USD)": plainUsd(bot.equity),
    "trades today": String(bot.tradesToday),
    conflicts: bot.conflicts.length === 0 ? null : `${bot.conflicts.join(", ")}: see \`contender resolve --help\``,
    "not recorded": bot.notRecorded,
  });
  const strategies = table(
    ["strategy", "", right("value (USD)"), "last run", "next run", right("open"), "note"],
    bot.strategies.map((one) => [
      one.name,
      one.status,
      plainUsd(one.value),
      timestamp(one.lastTick),
      timestamp(one.nextRun),
      String(one.open),
      one.note ?? "",
    ]),
    "No strategy is running.",
  );
  return `${summary}\n\n${strategies}`;
}
