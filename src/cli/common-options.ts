import type { Command } from "commander";

/** Adds the options that `contender` and each of its commands have: before the command's name and after it they mean the same. */
export function addCommonOptions(command: Command): Command {
  return command
    .option("--config <file>", "the config file (default: ./contender.yaml, else ./config/contender.yaml)")
    .option("--json", "print one JSON document on standard output");
}
