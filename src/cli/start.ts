import type { Command } from "commander";
import { act, evaluatesCode, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender start`: the log goes to standard error, the final standing to standard output. */
export function define(command: Command, terminal: Terminal): void {
  command
    .option("--dry-run", "trade on a simulated venue at the service's prices; nothing is sent")
    .option("--once", "one decision of every strategy, its trades to their end, then stop; waits for no competition");
  examples(command, {
    "contender start": "the config here: a whole competition in the embedded sandbox, as it comes",
    "contender start --config live.yaml": "compete for real",
    "contender start --config live.yaml --dry-run": "the same without trading: own account, the service's prices",
  });
  evaluatesCode(command);
  act(command, terminal, async (context, options) => {
    const { start } = await import("../app/start/run.js");
    const running = start(context.config, { dryRun: options["dryRun"] === true, once: options["once"] === true });
    terminal.waitForNoReader();
    // Now, not after a week: by then the program may have been replaced by another version.
    const [end, { endText }] = await Promise.all([running, import("./format/end.js")]);
    await context.show(end, () => endText(end, context.config));
    return end.exitCode;
  });
}
