#!/usr/bin/env node
import { runCli } from "./program.js";

runCli(process.argv.slice(2), process).then((code) => {
  // What was printed is out before the process ends, also where standard output is a pipe.
  process.stdout.write("", () => process.exit(code));
}, console.error);
