import { describe, expect, it } from "vitest";
import { DurationError } from "../../src/core/time/duration.js";
import { errorCode, messageOf } from "../../src/core/errors.js";

describe("the text of an error", () => {
  it("has the texts of its causes", () => {
    const cause = new Error("no answer", { cause: new Error("ECONNRESET") });
    expect(messageOf(new Error("it failed", { cause }))).toBe("it failed (no answer (ECONNRESET))");
    expect(messageOf(new Error("it failed", { cause: "a text" }))).toBe("it failed (a text)");
  });

  it("repeats nothing", () => {
    const cause = new Error("ENOENT: no such file");
    expect(messageOf(new Error("x.csv cannot be read: ENOENT: no such file", { cause }))).toBe(
      "x.csv cannot be read: ENOENT: no such file",
    );
  });

  it("exists for a value that is no error", () => {
    expect(messageOf("a text")).toBe("a text");
    expect(messageOf(undefined)).toBe("undefined");
    expect(messageOf(Symbol("a"))).toBe("Symbol(a)");
  });

  it("ends if an error is its own cause, or that of its cause", () => {
    const own = new Error("own");
    own.cause = own;
    const [one, other] = [new Error("one"), new Error("other")];
    [one.cause, other.cause] = [other, one];
    expect([messageOf(own), messageOf(one)]).toEqual(["own", "one (other)"]);
  });

  it("exists for an error without a text", () => {
    const unread = "something was thrown that cannot be read";
    expect(messageOf(Object.create(null))).toBe(unread);
    expect(messageOf(Object.defineProperty(new Error("x"), "message", { value: 42 }))).toBe("42");
    const throwing = Object.defineProperty(new Error("x"), "message", {
      get() {
        throw new Error("no");
      },
    });
    expect(messageOf(throwing)).toBe(unread);
  });
});

describe("the code of an error", () => {
  it("is Node's, or our own", () => {
    expect(errorCode(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe("ENOENT");
    expect(errorCode(new DurationError("no duration"))).toBe("DURATION");
  });

  it("is empty if there is none, or one that is no text", () => {
    for (const thrown of [new Error("x"), undefined, null, "ENOENT", { code: 13 }]) expect(errorCode(thrown)).toBe("");
  });
});
