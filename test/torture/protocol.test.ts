import { describe, expect, test } from "vitest";
import { BUGS } from "./protocol/bugs.js";
import { play } from "./protocol/round.js";
import { sceneOf, type Scene } from "./protocol/scene.js";

const MINUTE = 60_000;

/** Some minutes in which everything goes wrong at once. */
function harsh(seed: string): Scene {
  const scene = sceneOf(seed, 8 * MINUTE);
  return {
    ...scene,
    end: scene.calmFrom + 12 * MINUTE,
    change: null,
    lifespan: 1_000,
    handsEvery: 20_000,
    beyond: false,
    reasons: false,
    faults: {
      seed,
      faults: [
        { kind: "lost-answer", operations: "executeTrade", rate: 0.1 },
        { kind: "error-after", operations: "executeTrade", rate: 0.1 },
        { kind: "error-before", operations: "executeTrade", rate: 0.05 },
        { kind: "late-request", operations: "executeTrade", by: ["5s", "30s"], rate: 0.2 },
        { kind: "empty-trades", rate: 0.3 },
        { kind: "lagging-trades", by: ["0s", "15s"], rate: 0.5 },
      ],
    },
  };
}

test.each(["one", "two"])(
  "what a strategy decided is traded once or not at all, and the books agree (%s)",
  async (seed) => {
    const { failures, counts, faults = {} } = await play(harsh(seed));
    expect(failures).toEqual([]);
    expect(counts["trades"]).toBeGreaterThan(0);
    expect(Object.values(faults).reduce((all, met) => all + met, 0)).toBeGreaterThan(10);
  },
);

test("a seed replays exactly", async () => {
  expect(await play(harsh("three"))).toEqual(await play(harsh("three")));
});

describe("the judge notices a bot that", () => {
  test.each(Object.entries(BUGS))("%s", async (_name, bug) => {
    const noticed: string[] = [];
    for (const seed of ["four", "one", "two", "five"])
      if (noticed.length === 0) noticed.push(...(await play(harsh(seed), bug)).failures);
    expect(noticed).not.toEqual([]);
  });
});
