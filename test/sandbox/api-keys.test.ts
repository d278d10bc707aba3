import { expect, test } from "vitest";
import { seededRandom } from "../../src/core/random.js";
import { ApiKeys } from "../../src/sandbox/api-keys.js";

test("a key leads to its team until the team gets another one", () => {
  const keys = new ApiKeys(seededRandom("x"));
  const first = keys.issue("team");
  const other = keys.issue("another");
  expect(keys.teamOf(first)).toBe("team");
  const second = keys.issue("team");
  expect([first, second, other].map((key) => keys.teamOf(key))).toEqual([undefined, "team", "another"]);
});

test("a key is two groups of 16 hex digits that depend on the seed alone", () => {
  const [a, b] = [new ApiKeys(seededRandom("x")), new ApiKeys(seededRandom("x"))];
  for (let i = 0; i < 50; i++) {
    const key = a.issue(`team ${i}`);
    expect(key).toMatch(/^[0-9a-f]{16}_[0-9a-f]{16}$/);
    expect(b.issue(`team ${i}`)).toBe(key);
  }
});
