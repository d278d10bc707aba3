import { describe, expect, test } from "vitest";
import { checkFaultPlan, FaultPlanError } from "../../../src/sandbox/index.js";

/** What is said of a plan, a line each. */
function complaints(raw: unknown): string[] {
  try {
    checkFaultPlan(raw);
  } catch (error) {
    if (error instanceof FaultPlanError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const one = (entry: unknown): string[] => complaints({ faults: [entry] });

describe("a plan that is right", () => {
  test("may be no more than a list of kinds", () => {
    const { seed, faults } = checkFaultPlan({ faults: [{ kind: "lost-answer" }] });
    expect(seed).toBe("faults");
    expect(faults).toMatchObject([
      { kind: "lost-answer", targets: ["all"], rate: 1, from: 0, to: Infinity, skip: 0, max: Infinity },
    ]);
  });

  test("has windows by `to`, or by `for`", () => {
    const window = { kind: "garbled", from: "10m" };
    const { faults } = checkFaultPlan({
      seed: 7,
      faults: [
        { ...window, to: "20m" },
        { ...window, for: "10m" },
      ],
    });
    expect(faults.map(({ from, to }) => [from, to])).toEqual([
      [600_000, 1_200_000],
      [600_000, 1_200_000],
    ]);
  });
});

describe("a plan is refused, with place and remedy, that", () => {
  test.each([
    [null, "the plan: Invalid input: expected object, received null."],
    [[], "the plan: Invalid input: expected object, received array."],
    [{}, "faults: Expected a list of faults."],
    [{ faults: {} }, "faults: Expected a list of faults."],
    [{ fauls: [], faults: [] }, "fauls: Unknown key. Did you mean faults?"],
    [{ seed: 1.5, faults: [] }, "seed: Expected a string or a whole number."],
  ])("is %j", (raw, said) => {
    expect(complaints(raw)).toEqual([said]);
  });

  test("has too many faults", () => {
    expect(complaints({ faults: Array.from({ length: 1001 }, () => ({ kind: "reset" })) })).toEqual([
      "faults: A plan has at most 1000 faults.",
    ]);
  });

  test.each([
    ["lost", /^faults\[0\]: Expected a fault: a map with a `kind`\. Kinds: lost-request, /],
    [{}, /^faults\[0\]\.kind: A fault needs a `kind`\. Kinds: /],
    [{ kind: "lost-anwser" }, /^faults\[0\]\.kind: Unknown kind of fault "lost-anwser"\. Did you mean lost-answer\?$/],
    [{ kind: "constructor" }, /^faults\[0\]\.kind: Unknown kind of fault "constructor"\. Kinds: /],
    [{ kind: "reset", rat: 0.5 }, /^faults\[0\]\.rat: Unknown key\. Did you mean rate\?$/],
    [{ kind: "empty-trades", operations: "all" }, /^faults\[0\]\.operations: Unknown key\. Allowed keys: kind, from, /],
    [{ kind: "reset", rate: 1.5 }, /^faults\[0\]\.rate: Too big: expected number to be <=1\.$/],
    [{ kind: "reset", rate: "half" }, /^faults\[0\]\.rate: Invalid input: expected number, received string\.$/],
    [{ kind: "reset", rate: NaN }, /^faults\[0\]\.rate: /],
    [{ kind: "reset", max: 0 }, /^faults\[0\]\.max: Too small/],
    [{ kind: "reset", from: 5 }, /^faults\[0\]\.from: Expected a duration such as 30s, 1m30s or 1h\.$/],
    [{ kind: "reset", from: "soon" }, /^faults\[0\]\.from: Expected a duration such as/],
    [{ kind: "reset", from: "9000d" }, /^faults\[0\]\.from: A duration is at most ten years\.$/],
    [{ kind: "reset", from: "5m", to: "5m" }, /^faults\[0\]\.to: `to` must be after `from`\.$/],
    [{ kind: "reset", to: "5m", for: "5m" }, /^faults\[0\]\.for: `to` and `for` exclude each other: give only one\.$/],
    [{ kind: "reset", for: "0s" }, /^faults\[0\]\.for: The length must be above 0\.$/],
    [
      { kind: "reset", operations: "trades" },
      /^faults\[0\]\.operations: Expected an operation or a group of them, or a list: all, trade, /,
    ],
    [{ kind: "reset", operations: [] }, /^faults\[0\]\.operations: Too small/],
    [
      { kind: "reset", when: "never" },
      /^faults\[0\]\.when: Expected one of before, during, after, or a list of some of them\.$/,
    ],
    [
      { kind: "late-answer" },
      /^faults\[0\]\.by: Expected a duration such as 30s, 1m30s or 1h, or two of them: \[5s, 30s\]\.$/,
    ],
    [
      { kind: "late-answer", by: ["9s", "3s"] },
      /^faults\[0\]\.by: The first of the two durations must be the shorter one\.$/,
    ],
    [{ kind: "tight-limits", share: 0 }, /^faults\[0\]\.share: Too small/],
  ])("has the fault %j", (entry, said) => {
    const lines = one(entry);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(said);
  });

  test("has several errors: each is reported", () => {
    expect(
      complaints({ faults: [{ kind: "reset", rate: 2, max: -1 }, { kind: "reset" }, { kind: "nothing" }] }),
    ).toEqual([
      "faults[0].rate: Too big: expected number to be <=1.",
      "faults[0].max: Too small: expected number to be >=1.",
      expect.stringMatching(/^faults\[2\]\.kind: Unknown kind of fault "nothing"\./),
    ]);
  });
});
