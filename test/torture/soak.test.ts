import { describe, expect, it } from "vitest";
import { judge } from "./soak/judge.js";
import { slope } from "./soak/samples.js";
import type { Remains } from "./soak/week.js";

const good: Remains = {
  ...{
    exitCode: 0,
    output: "",
    faults: {},
    made: ["a", "b"],
    journalled: ["a", "b"],
    due: 901,
    dueLate: 3,
    decided: 900,
    missed: 1,
  },
  samples: Array.from({ length: 9 }, (_, hour) => ({ hour, heap: 4e7 + (hour % 2) * 1e5, rss: 1e8, handles: 40 })),
  journal: { bytes: 1e6, documented: 2e6 },
};

describe("the judge of a soak", () => {
  it("lets a bot pass that kept its promises", () => {
    expect(judge(good, 1)).toEqual([]);
  });

  it.each<[string, Partial<Remains>, RegExp]>([
    ["a crash", { exitCode: 1, output: "it fell" }, /ended with 1: it fell/],
    ["an end by a signal", { exitCode: null }, /ended with null/],
    ["what nobody caught", { output: "Unhandled rejection: x" }, /nobody caught/],
    ["a stack", { output: "Error: x\n    at run (file.js:3:5)\n" }, /nobody caught/],
    ["idleness", { decided: 0, missed: 900 }, /decided nothing/],
    ["runs that nobody tells of", { decided: 880 }, /901 runs were due: 880 were decided, and 1 are told/],
    ["runs that are told of twice", { missed: 40 }, /901 runs were due: 900 were decided, and 40 are told/],
    ["a trade that it does not know", { made: ["a", "b", "c"] }, /the service made trade c/],
    ["a trade that never was", { made: ["a"] }, /the journal has trade b/],
    ["a trade twice", { journalled: ["a", "b", "b"] }, /a trade twice/],
    ["a journal that grows faster", { journal: { bytes: 3e6, documented: 2e6 } }, /takes 3000000 bytes/],
    [
      "memory that grows",
      { samples: good.samples.map((sample) => ({ ...sample, heap: 4e7 + sample.hour * 1.1e6 })) },
      /grows by 1100000 bytes an hour/,
    ],
    [
      "handles that stay open",
      { samples: good.samples.map((sample) => ({ ...sample, handles: 40 + 2 * sample.hour })) },
      /handles more than before/,
    ],
    ["a probe that saw nothing", { samples: [] }, /only 0 samples/],
  ])("catches %s", (_what, planted, says) => {
    expect(judge({ ...good, ...planted }, 1).join("\n")).toMatch(says);
  });
});

it("the slope is that of the least squares line", () => {
  expect(slope([1, 2, 3, 4].map((x) => [x, 5 - 2 * x] as const))).toBeCloseTo(-2, 12);
  expect(slope([])).toBe(0);
  expect(slope([[1, 2]])).toBe(0);
});
