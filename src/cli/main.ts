#!/usr/bin/env node
import { isatty } from "node:tty";
import { neverBlock } from "../app/process/descriptor.js";
import { endOnSignals } from "../app/process/signals.js";
import { refuseInspector } from "./no-inspector.js";
import { standardError } from "../app/process/standard-error.js";
import { wholeOutput } from "./output.js";
import { runCli } from "./program.js";
import { tellUnexpectedEnd } from "./unexpected-end.js";

refuseInspector();
// Private files set their own mode. A mask that takes rights from the owner would make files unusable, so that part of it
// is dropped.
process.umask(process.umask(0o077) & 0o077);
keepKeyOutOfDiagnostics();
// A wrong call of a strategy throws about ten frames below the strategy's own line, and errors name that line.
Error.stackTraceLimit = 50;
endOnSignals();
neverBlock(process.stdout);
const stderr = standardError();
const done = tellUnexpectedEnd({ stdout: process.stdout, stderr }, process.argv.includes("--json"));
// Registered after tellUnexpectedEnd, so that its message is flushed too.
process.on("exit", () => stderr.finish());
const person = isatty(0) && isatty(2) ? { person: () => process.stdin } : {};
const code = await runCli(process.argv.slice(2), { stdout: wholeOutput(process.stdout), stderr, ...person });
done();
process.exit(code);

/**
 * Keeps the API key out of Node's diagnostic reports, which contain the environment. Older releases of Node ignore this.
 */
function keepKeyOutOfDiagnostics(): void {
  Object.assign(process.report, { excludeEnv: true, excludeNetwork: true });
}
