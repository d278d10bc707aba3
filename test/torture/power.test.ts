import { afterEach, describe, expect, test, vi } from "vitest";
import { Database } from "../../src/journal/database.js";
import { BUGS } from "./protocol/bugs.js";
import type { Scene } from "./protocol/scene.js";
import type { Bug } from "./protocol/world.js";
import { playPower, powerScene } from "./power/round.js";

const MINUTE = 60_000;

/** Some minutes in which the power fails every few seconds. */
function dark(seed: string): Scene {
  const scene = powerScene(seed, 5 * MINUTE);
  const sure = { change: null, beyond: false, reasons: false, skew: 0, jump: null, handsEvery: Infinity, faults: null };
  return { ...scene, ...sure, lifespan: 70, end: scene.calmFrom + MINUTE };
}

test("reported writes are there after a loss of power, whatever became of the write in progress", async () => {
  const { failures, counts, faults = {} } = await playPower(dark("one"));
  expect(failures).toEqual([]);
  expect(counts["cuts"]).toBeGreaterThan(20);
  for (const how of ["log cut", "pages torn", "garbage"]) expect(faults[how], how).toBeGreaterThan(0);
});

afterEach(() => vi.restoreAllMocks());

/** What the judge says of some rounds, up to the first in which it says something. */
async function noticed(bug: Bug = {}): Promise<readonly string[]> {
  for (const seed of ["one", "two", "three"]) {
    const { failures } = await playPower(dark(seed), bug);
    if (failures.length > 0) return failures;
  }
  return [];
}

describe("the judge notices a journal that", () => {
  test("syncs nothing", async () => {
    const { exec } = Database.prototype;
    vi.spyOn(Database.prototype, "exec").mockImplementation(function (this: Database, sql) {
      exec.call(this, sql.replace("synchronous = FULL", "synchronous = OFF"));
    });
    expect(await noticed()).toContainEqual(expect.stringMatching(/reported as written|is not in the journal/));
  });

  test("writes its transactions statement by statement", async () => {
    vi.spyOn(Database.prototype, "transaction").mockImplementation((work) => work());
    expect(await noticed()).toContainEqual(expect.stringMatching(/reported as written|which nobody wrote/));
  });

  test("gets SENT after the request", async () => {
    expect(await noticed(BUGS["writes SENT down after the request"])).toContainEqual(
      expect.stringMatching(/left before it was written down as SENT|that it was SENT is not in the journal/),
    );
  });
});
