import { afterAll, afterEach, expect } from "vitest";
import { endTest } from "./after-test.js";
import { install, keyWatch } from "./canary/watch.js";

// Stands in vitest.config.ts, so that no test file can forget it: no test leaves a key anywhere.
install(keyWatch);

// What is printed into a pipe has no colours; who runs the tests may want those of Vitest.
delete process.env["FORCE_COLOR"];

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** What the next file in the same process would find changed. */
function setting(): object {
  const { exitCode, env } = process;
  const listeners = SIGNALS.map((signal) => [signal, process.listenerCount(signal)]);
  return { folder: process.cwd(), exitCode, env: { ...env }, listeners: Object.fromEntries(listeners) as object };
}

const before = setting();

afterEach(endTest);

afterAll(() => {
  const lines = keyWatch.end().map(({ where, key }) => `${key} in ${where}`);
  keyWatch.forget();
  if (lines.length > 0) throw new Error(`API keys leaked:\n${lines.join("\n")}`);
  expect(setting(), "a file leaves its process as it found it").toEqual(before);
});
