#!/usr/bin/env node
import { runCli } from "./program.js";

const code = await runCli(process.argv.slice(2), process);
// What was printed is out before the process ends, also where standard output is a pipe.
process.stdout.write("", () => process.exit(code));
