import { describe, expect, it } from "vitest";
import { pathText } from "../../src/core/path.js";

describe("a path", () => {
  it("has dots before keys and brackets around places", () => {
    expect(pathText(["strategies", 0, "params", "fast"])).toBe("strategies[0].params.fast");
    expect(pathText([2, "rate"])).toBe("[2].rate");
  });

  it("to the document itself is empty", () => {
    expect(pathText([])).toBe("");
  });
});
