import { expect, test } from "vitest";
import { NeverScheduled } from "../../../src/engine/session/never-scheduled.js";
import type { StrategyRun } from "../../../src/engine/tick/strategy-run.js";
import type { Competition } from "../../../src/model/competition.js";
import type { Venue } from "../../../src/model/venue.js";
import { idler } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, runToEnd, START, type TestWorld } from "../world.js";

const told = ({ lines }: TestWorld): string[] =>
  lines.flatMap(({ level, message }) => (level === "warn" && message.includes("will not run") ? [message] : []));

/** A venue whose status names the end from some moment on. */
const endsAt =
  (endAt: number, from: (now: number) => boolean, now: () => number) =>
  (venue: Venue): Venue => ({
    ...venue,
    async status(options) {
      const status = await venue.status(options);
      const known = (competition: Competition): Competition => ({
        ...competition,
        endAt: from(now()) ? endAt : null,
      });
      return { ...status, competition: status.competition && known(status.competition) };
    },
  });

test("a strategy whose next run lies after the known end is named before the first tick; one that runs once is not", async () => {
  const end = START + 8 * HOUR;
  const strategies = [
    { definition: idler("late", "0 9 * * *"), allocation: 0.3 },
    { definition: idler("at-the-end", "0 8 * * *"), allocation: 0.3 },
    { definition: idler("once", "59 7 * * *"), allocation: 0.3 },
  ];
  const world = makeWorld({
    strategies,
    duration: 8 * HOUR,
    venue: endsAt(
      end,
      () => true,
      () => START,
    ),
  });
  await runToEnd(world);
  expect(told(world)).toEqual([
    "late will not run: its next run is 2025-03-01T09:00:00.000Z, and the competition ends at 2025-03-01T08:00:00.000Z. Give it a schedule that fires before then, in its file.",
    expect.stringMatching(/^at-the-end will not run: its next run is 2025-03-01T08:00:00\.000Z, /),
  ]);
  const notes = world.journal.notes.filter(({ kind }) => kind === "never-due");
  expect(notes.map(({ at, level, data }) => [at, level, data])).toEqual([
    [START, "warn", { strategy: "late" }],
    [START, "warn", { strategy: "at-the-end" }],
  ]);
});

test("a strategy that has run before a later known end is not named", async () => {
  let now = (): number => START;
  const strategies = [
    { definition: idler("ran", "30 0 * * *"), allocation: 0.5 },
    { definition: idler("late", "0 9 * * *"), allocation: 0.5 },
  ];
  const heard = (at: number): boolean => at >= START + HOUR;
  const world = makeWorld({
    strategies,
    duration: 2 * HOUR,
    venue: endsAt(START + 2 * HOUR, heard, () => now()),
    settings: { watchEvery: MINUTE },
  });
  now = () => world.clock.now();
  await runToEnd(world);
  expect(told(world)).toEqual([expect.stringMatching(/^late will not run: /)]);
  expect(world.journal.notes.find(({ kind }) => kind === "never-due")?.at).toBe(START + HOUR);
});

test("a run with --once warns of no schedule", async () => {
  const world = makeWorld({
    strategies: [idler("late", "0 9 * * *")],
    settings: { once: true },
    venue: endsAt(
      START + HOUR,
      () => true,
      () => START,
    ),
  });
  await runToEnd(world);
  expect([told(world), world.journal.ticks.length]).toEqual([[], 1]);
});

test("a strategy in its first run when the end becomes known is not named, and of an end each is named once", () => {
  const named: string[] = [];
  const note = (_level: string, _kind: string, text: string): void => void named.push(text.split(" ")[0] ?? "");
  const bound = { definition: idler(), cadences: [{ name: "main", period: null, next: () => START + 9 * HOUR }] };
  const run = (name: string, busy: boolean) => ({ name, busy, bound, lastTick: NaN }) as unknown as StrategyRun;
  const context = { note, ports: { clock: { now: () => START } } } as unknown as NeverScheduled["context"];
  const undue = new NeverScheduled(context, [run("running", true), run("idle", false)]);
  for (const hours of [8, 8, 7]) undue.check(START + hours * HOUR);
  expect(named).toEqual(["idle", "idle"]);
});
