import type { Command } from "commander";

/** Adds the options of `contender` and of each command. They may be given before or after the command's name. */
export function addCommonOptions(command: Command): Command {
  return command
    .option("--config <file>", "the config file (default: ./contender.yaml, then ./config/contender.yaml)")
    .option("--json", "print one JSON document on standard output");
}
