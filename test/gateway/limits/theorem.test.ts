import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { isPromise } from "../../../src/core/maybe.js";
import { seededRandom } from "../../../src/core/random.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { Limiter } from "../../../src/gateway/limits/limiter.js";
import { effectiveLimits, type EffectiveLimits } from "../../../src/gateway/limits/settings.js";
import type { Slot } from "../../../src/gateway/limits/slot.js";
import { RequestLogFile } from "../../../src/gateway/limits/request-log-file.js";
import { instantLane } from "./instant-lane.js";
import { fullest, overfull, type Arrival } from "./judge.js";
import { emptyFolder } from "../../support/empty-folder.js";

/**
 * The promise of the limiter: whatever is asked of it, at most N requests of a limit reach the
 * server in any window, wherever that begins.
 */

/** A fifth of a second before the hour, at which the file of spent requests changes. */
const START = Date.UTC(2025, 0, 1, 0, 59, 59, 800);
const LONGEST = 400;
const OPERATION = { id: "getPrice", scopes: ["price"] as const };

const root = emptyFolder();

const only = (count: number, windowMs: number): EffectiveLimits =>
  effectiveLimits([], {
    reservePercent: 0,
    overrides: {
      price: [
        { count, windowMs },
        { count: 1e9, windowMs: 60_000 },
      ],
      all: "off",
      each: "off",
    },
  });

interface Scenario {
  readonly seed: number;
  readonly count: number;
  readonly windowMs: number;
  readonly processes: number;
  /** Requests asked for, each so many milliseconds after the one before. */
  readonly gaps: readonly number[];
  /** After how many requests something happens. */
  readonly restartEvery: number;
  readonly changes: readonly number[];
}

const scenarios = (processes: fc.Arbitrary<number>): fc.Arbitrary<Scenario> =>
  fc.record({
    seed: fc.integer({ min: 0, max: 1e9 }),
    count: fc.integer({ min: 1, max: 12 }),
    windowMs: fc.constantFrom(100, 500, 2_000),
    processes,
    gaps: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })), { minLength: 5, maxLength: 80 }),
    restartEvery: fc.constantFrom(1e9, 7, 20),
    changes: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
  });

/** Plays a scenario; gives the arrivals at the server in the order of admission. @param givenBack share of slots that nobody uses */
async function play(scenario: Scenario, folder: string | null, givenBack = 0.05): Promise<Arrival[]> {
  const { count, windowMs } = scenario;
  const clock = new SimulatedClock(START);
  const random = seededRandom(String(scenario.seed));
  const arrivals: Arrival[] = [];
  let allowed = count;
  const start = (): Limiter =>
    new Limiter({
      clock,
      limits: only(allowed, windowMs),
      longestMs: LONGEST,
      lane: instantLane,
      leaseShare: 1,
      operationOf: () => OPERATION,
      store:
        folder === null
          ? undefined
          : new RequestLogFile({ dir: folder, identity: "0".repeat(16), clock, log: silentLog }),
    });
  const limiters = Array.from({ length: scenario.processes }, start);
  /** A killed process sends nothing more, and writes no ends down; what it has sent arrives all the same. */
  const killed = new Set<Limiter>();
  const send = (limiter: Limiter, slot: Slot): void => {
    if (killed.has(limiter)) return;
    const sent = clock.now();
    const took = random.int(LONGEST);
    const answered = random.next() < 0.8;
    // It may arrive at any moment until its answer, or, without one, until its deadline.
    const share = [0, 1, random.next()][random.int(3)] as number;
    arrivals.push({ at: sent + Math.floor(share * (answered ? took : LONGEST)), allowed });
    clock.at(sent + took, () => {
      if (killed.has(limiter)) return;
      if (answered) slot.answered();
      else slot.lost();
    });
  };
  let at = START;
  scenario.gaps.forEach((gap, i) => {
    at += gap;
    clock.at(at, () => {
      const index = random.int(limiters.length);
      if (folder !== null && (i + 1) % scenario.restartEvery === 0) {
        killed.add(limiters[index] as Limiter);
        limiters[index] = start();
      }
      const limiter = limiters[index] as Limiter;
      const slot = limiter.take(OPERATION, "read");
      if (isPromise(slot))
        slot.then(
          (late) => send(limiter, late),
          () => undefined,
        );
      else if (random.next() < givenBack) slot.unused();
      else send(limiter, slot);
    });
  });
  scenario.changes.forEach((change, i) =>
    clock.at(START + (i + 1) * 300, () => {
      allowed = change;
      for (const limiter of limiters) limiter.setLimits(only(change, windowMs));
    }),
  );
  await clock.drive(START + scenario.gaps.length * (windowMs + LONGEST) + 10_000, () => Promise.resolve());
  for (const limiter of [...limiters, ...killed]) limiter.close(new Error("over"));
  return arrivals;
}

test("one process never sends more than N requests into any window, whatever the latencies and limit changes", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios(fc.constant(1)), async (scenario) => {
      const arrivals = await play({ ...scenario, restartEvery: 1e9 }, null);
      expect(overfull(arrivals, scenario.windowMs)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

/** A record that covers further requests was written under a limit that is lower by now. */
const LOWERED: Scenario = {
  seed: 29,
  count: 9,
  windowMs: 500,
  processes: 3,
  gaps: [0, 48, 42, 0, 16, 59, 0, 52, 0, 37, 47],
  restartEvery: 1e9,
  changes: [8],
};

test("several processes on one file, restarted at any moment, never send more than N requests into any window", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(scenarios(fc.integer({ min: 1, max: 3 })), async (scenario) => {
      const arrivals = await play(scenario, join(root, String(run++)));
      expect(overfull(arrivals, scenario.windowMs)).toBe(false);
    }),
    { numRuns: 120, examples: [[LOWERED]] },
  );
});

test("without a change or a restart every request is sent in the end", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios(fc.constant(1)), async (scenario) => {
      const arrivals = await play({ ...scenario, changes: [] }, null, 0);
      expect(arrivals).toHaveLength(scenario.gaps.length);
    }),
    { numRuns: 50 },
  );
});

test("under full demand at least 95 % of the rate is used, and a server with fixed windows never counts more than N", async () => {
  const windowMs = 60_000;
  const count = 100;
  const clock = new SimulatedClock(START);
  const limiter = new Limiter({ clock, limits: only(count, windowMs), longestMs: 10_000, lane: instantLane });
  const random = seededRandom("demand");
  const arrivals: number[] = [];
  const windows = 10;
  const until = START + windows * windowMs;
  const worker = async (): Promise<void> => {
    while (clock.now() < until) {
      const slot = await limiter.take(OPERATION, "read");
      const took = 20 + random.int(200);
      if (clock.now() < until) arrivals.push(clock.now() + random.int(took));
      await new Promise<void>((resolve) => clock.at(clock.now() + took, resolve));
      slot.answered();
    }
  };
  void Promise.all(Array.from({ length: 20 }, worker));
  await clock.drive(until + 2 * windowMs, () => new Promise((resolve) => setImmediate(resolve)));
  expect(arrivals.length).toBeGreaterThanOrEqual(0.95 * count * windows);
  for (let phase = 0; phase < windowMs; phase += 1_111)
    expect(fullest(arrivals, windowMs, phase)).toBeLessThanOrEqual(count);
});

test("the judge sees a window that is one request too full", () => {
  const arrivals = [0, 10, 20].map((at) => ({ at, allowed: 2 }));
  expect([overfull(arrivals, 20), overfull(arrivals, 21)]).toEqual([false, true]);
});
