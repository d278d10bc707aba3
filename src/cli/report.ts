import { CommanderError } from "commander";
import { UncaughtError } from "../app/errors.js";
import { exitCodeOf } from "../app/exit-codes.js";
import { ContenderError, toldOf } from "../core/errors.js";
import { printable } from "../core/printable.js";
import { scrubKeys } from "../core/scrub-keys.js";
import { advising } from "../app/config-option.js";
import type { Terminal } from "./terminal.js";

/**
 * Reports an error once, with its remedy, and returns the exit code. With `--json` the error is the only document.
 * Anything that looks like an API key is removed, because errors of strategies and mistyped options pass no other filter
 * for secrets.
 */
export function reportError(error: unknown, json: boolean, terminal: Terminal, config?: string): number {
  const usage = error instanceof CommanderError;
  const told = usage ? toldOfUsage(error) : toldOf(error);
  const { code } = told;
  const [message, remedy] = [scrubKeys(told.message), scrubKeys(told.remedy)];
  if (json) terminal.printJson({ error: { code, message: advising(message, config), remedy } }, undefined, config);
  // Commander has already printed errors of the command line.
  else if (!usage) terminal.tell(scrubKeys(advising(describe(code, message, remedy), config)));
  const origin = error instanceof UncaughtError ? error.cause : usage || error instanceof ContenderError ? null : error;
  if (origin instanceof Error && process.env["CONTENDER_DEBUG"] !== undefined) terminal.tell(origin.stack ?? "");
  return exitCodeOf(code);
}

/** When commander shows the help instead of an error, its message is not one for users. */
function toldOfUsage({ code, message }: CommanderError): ReturnType<typeof toldOf> {
  const text = code === "commander.help" ? "A subcommand is missing" : message.replace(/^error: /, "");
  return { code: "USAGE", message: text, remedy: "Run with --help for usage." };
}

function describe(code: string, message: string, remedy: string): string {
  const lines = message.split("\n").map(printable).join("\n  ");
  const head = message.includes("\n") ? `error (${code}):\n  ${lines}` : `error: ${lines} (${code})`;
  const stack =
    code === "INTERNAL"
      ? "This is a bug in Contender. Run again with CONTENDER_DEBUG=1 to see the stack, and report it."
      : "";
  return [head, printable(remedy), stack].filter((line) => line !== "").join("\n");
}
