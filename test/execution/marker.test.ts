import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/core/random.js";
import { markerOf, newIntentId, readMarker, wireReason } from "../../src/execution/marker.js";

describe("markers", () => {
  it("are found again at the beginning of any text of any length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 600 }), (text, longest) => {
        const sent = wireReason("[abcd-7k2m9x]", text, longest);
        expect(readMarker(sent)).toEqual({ journalId: "abcd", intentId: "7k2m9x" });
        expect(Array.from(sent).length).toBeLessThanOrEqual(Math.max(13, longest));
        expect(sent).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it("are found in capitals", () => {
    expect(readMarker("[ABCD-7K2M9X] BUYS THE DIP")).toEqual({ journalId: "abcd", intentId: "7k2m9x" });
  });

  it("are not found if there is none", () => {
    for (const text of [null, "", "[abcd]", "[abcd-7k2m9]", "abcd-7k2m9x", "[abcd-7k2m9x"])
      expect(readMarker(text)).toBeNull();
  });

  it("never repeat an id in use", () => {
    const first = newIntentId(seededRandom("x"), () => false);
    expect(newIntentId(seededRandom("x"), (id) => id === first)).not.toBe(first);
    expect(markerOf("abcd", first)).toMatch(/^\[abcd-[0-9a-hjkmnp-tv-z]{6}\]$/);
  });
});
