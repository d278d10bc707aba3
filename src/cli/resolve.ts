import { Option, type Command } from "commander";
import { ask, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender resolve INTENT --as VERDICT --reason TEXT`: a person states an outcome that the bot cannot determine. */
export function define(command: Command, terminal: Terminal): void {
  command
    .argument("<intent>", "the intent's id, shown by `contender status` and `contender journal intents`")
    .addOption(
      new Option("--as <verdict>", "the outcome of the intent")
        .choices(["filled", "not-executed"])
        .makeOptionMandatory(),
    )
    .option(
      "--trade <id>",
      "with `--as filled`: the id of the trade in `contender trades --json` (default: the trade with its marker)",
    )
    .requiredOption("--reason <text>", "how you know; stored in the journal");
  examples(command, {
    'contender resolve 7k2m9x --as not-executed --reason "not in the list after a day"': "unblocks its tokens",
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
