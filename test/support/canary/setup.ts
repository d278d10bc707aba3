import { afterAll } from "vitest";
import { install, keyWatch } from "./watch.js";

// Stands in vitest.config.ts, so that no test file can forget it: no test leaves a key anywhere.
install(keyWatch);

afterAll(() => {
  const lines = keyWatch.end().map(({ where, key }) => `${key} in ${where}`);
  if (lines.length > 0) throw new Error(`API keys leaked:\n${lines.join("\n")}`);
});
