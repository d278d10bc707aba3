import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/empty-folder.js";

const script = fileURLToPath(new URL("../../tools/count-tests.mjs", import.meta.url));

interface Result {
  readonly status: string;
  readonly fullName: string;
  readonly meta: object;
}
const PASSED: Result = { status: "passed", fullName: "a fact", meta: {} };
const MOUNTS: Result = { status: "skipped", fullName: "a full disk", meta: { onlyRoot: true } };

/** What is said of runs with these results, a user's number given; null is a run without a report. */
function counted(runs: readonly (readonly Result[] | null)[], { uid = 0, file = "passed" } = {}) {
  const folder = emptyFolder();
  const reports = runs.map((assertionResults, i) => {
    const path = join(folder, `${i}.json`);
    if (assertionResults !== null)
      writeFileSync(path, JSON.stringify({ testResults: [{ status: file, assertionResults }] }));
    return path;
  });
  const user = ["--import", `data:text/javascript,process.getuid = () => ${uid}`];
  const { status, stdout } = spawnSync(process.execPath, [...user, script, ...reports], { encoding: "utf8" });
  return { status, said: stdout.trimEnd().split("\n"), last: stdout.trimEnd().split("\n").at(-1) };
}

test("runs in which every test has passed are counted together", () => {
  expect(counted([[PASSED, PASSED], [PASSED]])).toMatchObject({ status: 0, said: ["3 passed, 0 failed"] });
});

test("a failed or skipped test, a todo, or a file that cannot be loaded fails CI, and is listed last", () => {
  for (const status of ["failed", "skipped", "pending", "todo"]) {
    const { status: code, said, last } = counted([[PASSED, { ...PASSED, status }], [PASSED]]);
    expect([code, last]).toEqual([1, `2 passed, ${status === "failed" ? 1 : 0} failed`]);
    expect(said.includes("skipped: a fact")).toBe(status !== "failed");
  }
  expect(counted([[PASSED]], { file: "failed" })).toMatchObject({ status: 1, last: "1 passed, 0 failed" });
});

test("a run without a report, or without any test, fails CI", () => {
  for (const none of [null, []]) {
    const { status, said } = counted([[PASSED], none]);
    expect([status, said[0]]).toEqual([1, expect.stringContaining("1.json: no test has run")]);
  }
});

test("tests that only root can run pass for other users, and are named", () => {
  expect(counted([[PASSED, MOUNTS]], { uid: 1000 })).toMatchObject({
    status: 0,
    said: ["skipped, as only root may do it: a full disk", "1 passed, 0 failed"],
  });
  expect(counted([[PASSED, MOUNTS]])).toMatchObject({ status: 1 });
});
