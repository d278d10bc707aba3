import type { Command } from "commander";
import { advising } from "../app/config-option.js";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender start`: the log goes to standard error, the final standing to standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option("--dry-run", "trade on a simulated venue at the service's prices; no trade is sent")
    .option("--once", "let every strategy decide once, finish its trades, then stop; does not wait for a competition")
    .option("--events <file>", "append events to this file, one JSON line each; - for standard output");
  examples(command, {
    "contender start": "the config of this folder; as shipped, a competition in the embedded sandbox",
    "contender start --config live.yaml": "compete for real",
    "contender start --events events.jsonl": "also write events to a file, for other programs",
    "contender start --config live.yaml --dry-run": "a dry run: a simulated account at the service's prices",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options) => {
    const { start } = await import("../app/start/run.js");
    const { events } = textsOf(options, "events");
    if (events === "-" && context.json) await refuseTwoOutputs();
    const running = start(context.config, {
      dryRun: options["dryRun"] === true,
      once: options["once"] === true,
      events,
    });
    terminal.waitForNoReader();
    // Loaded now: a week later the installed program may be another version.
    const [end, { endText }] = await Promise.all([running, import("./format/end.js")]);
    // Standard output then has only events.
    if (events === "-") terminal.tell(advising(endText(end, context.config), context.config));
    else await context.show(end, () => endText(end, context.config));
    return end.exitCode;
  });
}

async function refuseTwoOutputs(): Promise<never> {
  const { UsageError } = await import("../app/errors.js");
  throw new UsageError("--json and --events - would both write to standard output", {
    remedy: "Write the events to a file: --events events.jsonl.",
  });
}
