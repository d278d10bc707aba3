/** A process of its own that logs a lot at once, and dies of an error that nobody catches, or by `process.exit`. */
import { standardError } from "../../../src/app/process/standard-error.js";

const [, , how, count] = process.argv;
const stderr = standardError();
process.on("uncaughtException", () => process.exit(7));
process.on("exit", () => stderr.finish());
for (let i = 1; i <= Number(count); i++) stderr.write(`line ${i} ${"x".repeat(90)}\n`);
if (how === "throws")
  setImmediate(() => {
    stderr.write("the last words\n");
    throw new Error("uncaught");
  });
else {
  stderr.write("the last words\n");
  process.exit(7);
}
