import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Machine } from "./limits/machine.js";
import { PLANTS } from "./limits/plants.js";
import { playRound, type RoundOptions } from "./limits/round.js";

const elsewhere = mkdtempSync(join(tmpdir(), "contender-elsewhere-"));
afterAll(() => rmSync(elsewhere, { recursive: true }));

test.each(["storm", "demand"] as const)("no limit is broken, and none is left unused: %s", async (kind) => {
  const { counts, failures } = await playRound("ci", { kind, requests: 600 });
  expect(failures).toEqual([]);
  expect(counts["requests"]).toBeGreaterThanOrEqual(600);
  if (kind === "storm") expect(counts["pauses"]).toBeGreaterThan(10);
});

test("a machine whose clocks drift has a monotonic one that starts at 0 when it boots", () => {
  const machine = new Machine(0.0005, 3_600_000);
  machine.truth.at(machine.truth.now() + 10_000_000, () => machine.boot());
  while (machine.truth.step());
  expect([machine.steady.now(), machine.wall.now() - machine.truth.now()]).toEqual([0, 5_000]);
});

/** What each planted mistake breaks, and where it shows. */
const CAUGHT: readonly [mistake: string, says: RegExp, options: RoundOptions][] = [
  ["one more than is allowed", /are allowed/, { kind: "demand" }],
  ["a request counts from its sending, not from its answer", /are allowed/, { kind: "storm" }],
  ["windows are fixed", /are allowed/, { kind: "storm" }],
  ["a lost request counts from when it was given up", /are allowed/, { kind: "storm" }],
  ["what other processes write is not read", /are allowed/, { kind: "storm" }],
  ["a 429 is no reason to pause", /before the 429 of its scope was over/, { kind: "storm" }],
  [
    "a pause is known to the process alone that was told",
    /before the 429 of its scope was over, sent by another process/,
    { kind: "storm" },
  ],
  ["trades are reads like any other", /had to wait/, { kind: "demand" }],
  ["only half of the room is used", /was used under demand/, { kind: "demand" }],
  [
    "the file is forgotten at a restart",
    /are allowed/,
    { kind: "storm", flaws: { spentDir: (_, n) => join(elsewhere, String(n)) } },
  ],
  ["windows are measured on the wall clock", /are allowed/, { kind: "storm", flaws: { wallClock: true } }],
  ["reads are left what is kept for trades", /had to wait/, { kind: "demand", flaws: { reservePercent: 0 } }],
];

test.each(CAUGHT)("the judge catches it: %s", async (mistake, says, options) => {
  const plant = PLANTS[mistake];
  let said = "";
  // Some mistakes break pauses too, and may be seen by that first.
  for (let i = 0; i < 5 && !says.test(said); i++)
    said = (await playRound(`ci ${i}`, { requests: 600, ...options, ...(plant && { plant }) })).failures.join("\n");
  expect(said).toMatch(says);
});
