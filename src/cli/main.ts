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
// What is made for the owner alone says so; a mask that takes something from the owner would make files that nobody can use.
process.umask(process.umask(0o077) & 0o077);
keepKeyOutOfDiagnostics();
// What a strategy asks for in a wrong way is thrown some ten calls below its own line, and that line is what is told.
Error.stackTraceLimit = 50;
endOnSignals();
neverBlock(process.stdout);
const stderr = standardError();
const done = tellUnexpectedEnd({ stdout: process.stdout, stderr }, process.argv.includes("--json"));
// After what tells of an unexpected end.
process.on("exit", () => stderr.finish());
const person = isatty(0) && isatty(2) ? { person: () => process.stdin } : {};
const code = await runCli(process.argv.slice(2), { stdout: wholeOutput(process.stdout), stderr, ...person });
done();
process.exit(code);

/** Node's diagnostic reports hold the environment, and the API key in it until config was read. Older releases of Node cannot leave it out. */
function keepKeyOutOfDiagnostics(): void {
  Object.assign(process.report, { excludeEnv: true, excludeNetwork: true });
}
