import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DurationError, formatDuration, formatLength, parseDuration } from "../../src/core/time/duration.js";
import { ContenderError, messageOf } from "../../src/core/errors.js";
import { canonicalJson } from "../../src/core/json.js";
import { nearest } from "../../src/core/nearest.js";

describe("durations", () => {
  it("read back from their text as they were", () => {
    fc.assert(
      fc.property(fc.nat(), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });

  it.each([
    ["90s", 90_000],
    ["1h30m", 5_400_000],
    ["7d", 604_800_000],
    ["2w", 1_209_600_000],
    ["250ms", 250],
    ["1.5h", 5_400_000],
    ["2.01s", 2_010],
    ["4.03s", 4_030],
    ["0.5ms", 0.5],
    [" 5m ", 300_000],
  ])("%s is %d milliseconds", (text, ms) => expect(parseDuration(text)).toBe(ms));

  it("are written to the second if they were measured, and below one to the millisecond", () => {
    expect([0, 412, 1_200, 35_202_717, -412, -90_600].map(formatLength)).toEqual([
      ...["0s", "412ms", "1s", "9h46m43s", "-412ms", "-1m31s"],
    ]);
  });

  it("are written as short as they are exact", () => {
    expect([0, 90_000, 3_600_000, 86_400_250, -1_500].map(formatDuration)).toEqual([
      "0s",
      "1m30s",
      "1h",
      "1d250ms",
      "-1s500ms",
    ]);
  });

  it.each(["", "5", "m", "5 m", "5min", "-5m", "1h later", "five minutes", "5m,3s"])(
    "%j is none, and the remedy gives the right form",
    (text) => {
      expect(() => parseDuration(text)).toThrow(DurationError);
      try {
        parseDuration(text);
      } catch (error) {
        expect((error as ContenderError).remedy).toContain("1h30m");
      }
    },
  );
});

describe("canonical JSON", () => {
  it("is the same text for equal values, whatever the order of their keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
      }),
    );
  });

  it("keeps the order of lists, and differs where values do", () => {
    expect(canonicalJson([2, 1])).toBe("[2,1]");
    expect(canonicalJson({ b: { d: 1, c: undefined }, a: null })).toBe('{"a":null,"b":{"d":1}}');
  });
});

describe("did you mean", () => {
  it("suggests the nearest name, and none if all are far", () => {
    const names = ["strategies", "service", "sampling"];
    expect(nearest("strategis", names)).toBe("strategies");
    expect(nearest("SERVICE", names)).toBe("service");
    expect(nearest("kitchen", names)).toBeNull();
    expect(nearest("anything", [])).toBeNull();
  });
});

describe("messages of errors", () => {
  class Example extends ContenderError {
    readonly code = "EXAMPLE";
  }

  it("have the messages of their causes", () => {
    const error = new Example("outer", { cause: new Error("inner") });
    expect(messageOf(error)).toBe("outer (inner)");
    expect(messageOf("text")).toBe("text");
    expect(error.name).toBe("Example");
    expect(error.remedy).toBe("");
  });
});
