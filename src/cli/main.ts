#!/usr/bin/env node
import { endOnSignals } from "../app/process/signals.js";
import { refuseInspector } from "./no-inspector.js";
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
const done = tellUnexpectedEnd(process, process.argv.includes("--json"));
const code = await runCli(process.argv.slice(2), { stdout: wholeOutput(process.stdout), stderr: process.stderr });
done();
process.exit(code);

/** Node's diagnostic reports hold the environment, and the API key in it until config was read. Older releases of Node cannot leave it out. */
function keepKeyOutOfDiagnostics(): void {
  Object.assign(process.report, { excludeEnv: true, excludeNetwork: true });
}
