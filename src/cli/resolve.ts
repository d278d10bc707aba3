import { Option, type Command } from "commander";
import { ask, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender resolve INTENT --as VERDICT --reason TEXT`: a person says what the bot cannot know. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<intent>", "the intent's id, as `contender status` and `contender journal intents` show it")
    .addOption(
      new Option("--as <verdict>", "what became of it").choices(["filled", "not-executed"]).makeOptionMandatory(),
    )
    .option(
      "--trade <id>",
      "filled: which trade of `contender trades --json` it was (default: the one with its marker)",
    )
    .requiredOption("--reason <text>", "how you know: the journal keeps it");
  examples(command, {
    'contender resolve 7k2m9x --as not-executed --reason "not in the list after a day"':
      "its tokens may be traded again",
  });
  ask<"resolve">(
    command,
    terminal,
    ([intent = ""], options) => ({
      do: "resolve",
      intent,
      verdict: options["as"] as "filled" | "not-executed",
      ...textsOf(options, "trade"),
      reason: String(options["reason"]),
    }),
    ({ intent, verdict }) => Promise.resolve(`${intent} is resolved: ${verdict}.`),
  );
}
