import type { Command } from "commander";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender key rotate`. */
export function define(command: Command, terminal: Terminal): void {
  const rotate = command
    .command("rotate")
    .description("request a new API key from the service and store it in the key file");
  for (const each of [command, rotate])
    examples(each, { "contender key rotate": "needs `service.keyFile`; goes through the running bot" });
  ask<"rotate-key">(
    rotate,
    terminal,
    () => ({ do: "rotate-key" }),
    ({ keyFile }) => Promise.resolve(`The new key is in ${keyFile} and works. The old key is no longer valid.`),
  );
}
