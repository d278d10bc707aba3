import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, it, onTestFinished, vi } from "vitest";
import { ApiKeys } from "../../src/sandbox/api-keys.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { seededRandom } from "../../src/core/random.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { syntheticMarket } from "../../src/tape/index.js";

it("keys of a sandbox without a seed are the machine's entropy itself, not a generator's output", async () => {
  vi.spyOn(crypto, "randomBytes").mockImplementation(() => Buffer.from("0123456789abcdeffedcba9876543210", "hex"));
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const sandbox = createSandbox({
    clock: systemClock,
    registry: new TokenRegistry(KNOWN_TOKENS),
    market: syntheticMarket({ seed: "s", start: systemClock.now() }),
  });
  expect(sandbox.teams.map(({ apiKey }) => apiKey)).toEqual(["0123456789abcdef_fedcba9876543210"]);
  await sandbox.close();
});

it("seeded keys are the same each time", () => {
  const [first, second] = ["a", "a"].map((seed) => new ApiKeys(seededRandom(seed)).issue("team"));
  expect(first).toMatch(/^[0-9a-f]{16}_[0-9a-f]{16}$/);
  expect(second).toBe(first);
});
