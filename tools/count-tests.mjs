/**
 * For CI: counts what Vitest's JSON reports say, and names the tests that were skipped. Exits with 1 unless every test
 * ran and passed; but what only root may do is let pass where somebody else runs it.
 */
import { existsSync, readFileSync } from "node:fs";

const SKIPPED = ["skipped", "pending", "todo", "disabled"];
const count = { passed: 0, failed: 0 };
for (const file of process.argv.slice(2)) {
  // A file that could not be loaded fails, though it has no test.
  const files = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).testResults : [];
  const results = files.flatMap(({ assertionResults }) => assertionResults);
  if (!results.some(({ status }) => status === "passed")) {
    console.log(`${file}: no test has run`);
    process.exitCode = 1;
  }
  for (const { status, fullName, meta } of results) {
    if (status in count) count[status]++;
    if (!SKIPPED.includes(status)) continue;
    // Only root may mount a small disk to fill: anybody else is told that it was not.
    const excused = meta.onlyRoot === true && process.getuid() !== 0;
    console.log(`skipped${excused ? ", as only root may do it" : ""}: ${fullName}`);
    if (!excused) process.exitCode = 1;
  }
  if (count.failed > 0 || files.some(({ status }) => status === "failed")) process.exitCode = 1;
}
if (process.exitCode === 1) console.log("in CI every test has to run, and to pass");
console.log(`${count.passed} passed, ${count.failed} failed`);
