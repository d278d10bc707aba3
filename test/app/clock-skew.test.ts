import { describe, expect, it } from "vitest";
import { clockSkew } from "../../src/app/clock-skew.js";

describe("the service's clock beside the machine's", () => {
  it.each([
    [100_000, 100_000, 100_000, false, "the service's clock is 0s ahead"],
    [100_003, 100_000, 100_001, false, "the service's clock is 0s ahead"],
    [105_000, 100_000, 100_000, false, "the service's clock is 5s ahead"],
    [105_001, 100_000, 100_000, true, "the service's clock is 5s ahead"],
    [94_999, 100_000, 100_000, true, "the service's clock is 5s behind"],
    [100_000, 100_000, 160_000, false, "the service's clock is 30s behind"],
    [160_000, 100_000, 160_000, false, "the service's clock is 30s ahead"],
    [94_400, 100_000, 160_000, true, "the service's clock is 36s behind"],
  ])("that shows %i between %i and %i is far off: %s", (said, asked, heard, far, text) => {
    expect(clockSkew(said, asked, heard)).toEqual({ text, far });
  });
});
