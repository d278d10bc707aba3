import { expect, it } from "vitest";
import { onSignals } from "../../../src/app/process/signals.js";

it.each(["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP", "SIGBREAK"] as const)(
  "the process takes %s for a request to stop",
  (signal) => {
    const heard: unknown[] = [];
    const release = onSignals((...told) => heard.push(told));
    process.emit(signal, signal);
    release();
    expect(heard).toEqual([[signal, 1]]);
  },
);

it("the process takes a terminal that closes for one request to stop, however often it is signalled", () => {
  const heard: unknown[] = [];
  const release = onSignals((signal, count) => heard.push([signal, count]));
  try {
    for (const signal of ["SIGHUP", "SIGHUP", "SIGHUP", "SIGTERM", "SIGHUP"] as const) process.emit(signal, signal);
  } finally {
    release();
  }
  expect(heard).toEqual([
    ["SIGHUP", 1],
    ["SIGTERM", 2],
  ]);
});
