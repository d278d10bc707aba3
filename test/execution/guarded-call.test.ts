import { expect, test } from "vitest";
import { silentLog, type Log } from "../../src/core/log.js";
import { guardedCall } from "../../src/execution/guarded-call.js";

test("a listener that throws stops nothing, and its error is in the log", () => {
  const errors: unknown[] = [];
  const log: Log = { ...silentLog, error: (...said) => errors.push(said) };
  guardedCall(log, () => {
    throw new Error("no listener", { cause: new Error("a full disk") });
  });
  expect(errors).toEqual([["A listener of execution failed", { error: "no listener (a full disk)" }]]);
});
