import type { Command } from "commander";
import { advising } from "../app/config-option.js";
import { act, evaluatesCode, examples, textsOf } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender start`: the log goes to standard error, the final standing to standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option("--dry-run", "trade on a simulated venue at the service's prices; nothing is sent")
    .option("--once", "one decision of every strategy, its trades to their end, then stop; waits for no competition")
    .option("--events <file>", "add what happens to this file, an event a line (JSON); - for standard output");
  examples(command, {
    "contender start": "the config here: a whole competition in the embedded sandbox, as it comes",
    "contender start --config live.yaml": "compete for real",
    "contender start --events events.jsonl": "and write what happens for other programs",
    "contender start --config live.yaml --dry-run": "the same without trading: own account, the service's prices",
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
    // Now, not after a week: by then the program may have been replaced by another version.
    const [end, { endText }] = await Promise.all([running, import("./format/end.js")]);
    // Standard output has nothing but events then.
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
