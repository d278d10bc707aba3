import { describe, expect, test } from "vitest";
import { parseDuration } from "../../src/core/duration.js";
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

// A trade on its way when the competition begins anew is in the balances with which the books open: those are doubles.
test("books that open on what a trade has left agree with the service as far as its balances show it", async () => {
  const seed = "six";
  const scene = sceneOf(seed, 6 * MINUTE);
  const faults = [{ kind: "competition-restart", when: "before", skip: 4, max: 1 } as const];
  const quiet = { lifespan: Infinity, handsEvery: Infinity, minimum: null, jump: null, skew: 0, disk: false };
  const sure = { ...quiet, change: null, beyond: false, reasons: false };
  const { failures, counts } = await play({
    ...scene,
    ...sure,
    end: scene.calmFrom + 4 * MINUTE,
    faults: { seed, faults },
  });
  expect(failures).toEqual([]);
  expect(counts["trades"]).toBeGreaterThan(10);
});

// founders-1 and founders-77 of the first full torture ended the second competition, and nothing was left to judge.
test("no schedule ends the last competition or puts the team out of it", () => {
  const scenes = Array.from({ length: 400 }, (_, index) => sceneOf(`founders-${index}`));
  const ends = scenes.flatMap(({ seed, change, start, faults }) =>
    (faults?.faults ?? [])
      .filter(({ kind }) => kind === "deactivation" || kind === "competition-end")
      .map(({ to }) => ({ seed, to: parseDuration(String(to)), ends: change === null ? 0 : change.ends - start })),
  );
  expect(ends.length).toBeGreaterThan(10);
  for (const { seed, to, ends: firstEnds } of ends) expect(to, seed).toBeLessThan(firstEnds);
});

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
