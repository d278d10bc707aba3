import { describe, expect, it } from "vitest";
import { randomBase32 } from "../../src/core/base32.js";
import { seededRandom } from "../../src/core/random.js";

describe("randomBase32", () => {
  it("has the requested length and no letter that people misread", () => {
    const text = randomBase32(seededRandom("letters"), 2_000);
    expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{2000}$/);
    expect(new Set(text).size).toBe(32);
  });

  it("is the same text for the same seed, and another one for another", () => {
    expect(randomBase32(seededRandom("a"), 6)).toBe(randomBase32(seededRandom("a"), 6));
    expect(randomBase32(seededRandom("a"), 6)).not.toBe(randomBase32(seededRandom("b"), 6));
  });
});
