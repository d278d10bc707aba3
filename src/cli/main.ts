#!/usr/bin/env node
import { runCli } from "./program.js";
import { tellUnexpectedEnd } from "./unexpected-end.js";

const done = tellUnexpectedEnd(process, process.argv.includes("--json"));
const code = await runCli(process.argv.slice(2), process);
done();
// What was printed is out before the process ends, also where standard output is a pipe.
process.stdout.write("", () => process.exit(code));
