import { describe, expect, it } from "vitest";
import { messageOf } from "../../src/core/errors.js";

describe("the text of an error", () => {
  it("has the texts of its causes", () => {
    const cause = new Error("no answer", { cause: new Error("ECONNRESET") });
    expect(messageOf(new Error("it failed", { cause }))).toBe("it failed (no answer (ECONNRESET))");
    expect(messageOf(new Error("it failed", { cause: "a text" }))).toBe("it failed (a text)");
  });

  it("says nothing twice", () => {
    const cause = new Error("ENOENT: no such file");
    expect(messageOf(new Error("x.csv cannot be read: ENOENT: no such file", { cause }))).toBe(
      "x.csv cannot be read: ENOENT: no such file",
    );
  });

  it("is there for what is no error", () => {
    expect(messageOf("a text")).toBe("a text");
    expect(messageOf(undefined)).toBe("undefined");
  });
});
