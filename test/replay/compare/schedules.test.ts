import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/model/decision.js";
import type { RunSchedule, StrategyTick } from "../../../src/model/journal.js";
import { compareRuns, type Recording } from "../../../src/replay/index.js";
import { at, recorded, TICKS, type Planted } from "./recorded-run.js";

const utc = (main: string): RunSchedule => ({ patterns: { main }, timezone: "UTC" });

const HOLDS: Planted = { decisions: () => [{ kind: "hold", reason: "nothing to do" }] };
/** Every other minute. */
const RARER: Planted = {
  ...HOLDS,
  skip: (i) => i % 2 === 1,
  strategy: { version: "def", schedule: utc("*/2 * * * *") },
};

const recordingOf = async (planted: Planted): Promise<Recording> => (await recorded(planted)).recording;

/** As a journal of before has it. */
const unknowing = (recording: Recording): Recording => {
  const strategies = recording.run.strategies.map((one) => ({ ...one, schedule: null }));
  return { ...recording, run: { ...recording.run, strategies } };
};

const SCHEDULES = { kind: "timing", text: "schedule: * * * * * (UTC) against */2 * * * * (UTC)" };

describe("compareRuns of strategies with another schedule", () => {
  it("expects no tick that a run's schedule does not have, even if its repeated holds left no rows", async () => {
    const [often, rarer] = [await recordingOf(HOLDS), await recordingOf({ ...RARER, merged: true })];
    const { equal, counts, causes, differences } = compareRuns(often, rarer);
    expect([equal, counts.outside]).toEqual([false, 1]);
    expect(counts.ticks).toEqual({ equal: 6, differing: 0, onlyFirst: 5, onlySecond: 0 });
    expect(causes).toEqual({ timing: 5 });
    const missing = { kind: "timing", text: "only the first run has this tick" };
    expect(differences).toMatchObject(
      [1, 3, 5, 7, 9].map((i) => ({ at: at(i), what: "tick", causes: [missing, SCHEDULES, { kind: "version" }] })),
    );
    expect(compareRuns(rarer, often).counts.ticks).toMatchObject({ equal: 6, onlySecond: 5 });
  });

  it.each(["the other one", "both"])(
    "names both if a run was due less often than one that merged its holds: %s",
    async (merge) => {
      const rarer = await recordingOf({ ...RARER, ...(merge === "both" ? { merged: true } : {}) });
      const often = await recordingOf({ ...HOLDS, merged: true });
      const { equal, differences, setUp } = compareRuns(often, rarer);
      const text = expect.stringContaining("12 times from") as string;
      expect(equal).toBe(false);
      expect(differences).toMatchObject([
        { what: "tick", causes: [{ kind: "timing", text }, SCHEDULES, { kind: "version" }] },
      ]);
      expect(setUp).toContainEqual({ what: "sma: schedule", first: "* * * * * (UTC)", second: "*/2 * * * * (UTC)" });
    },
  );

  it("finds missed ticks by the count of a repeated hold, if only one run merged its holds", async () => {
    const missed = await recordingOf({ ...HOLDS, skip: (i) => i === 8 });
    const { total, differences } = compareRuns(await recordingOf({ ...HOLDS, merged: true }), missed);
    expect(total).toBe(1);
    expect(differences[0]?.causes).toMatchObject([{ kind: "timing", first: TICKS, second: TICKS - 1 }]);
  });

  it.each([
    ["failed", { status: "failed", error: "planted" }],
    ["decided nothing", {}],
  ] satisfies [string, Partial<StrategyTick>][])(
    "does not count a tick as missed if a strategy %s while the other run repeated its hold",
    async (_, other) => {
      const tick: Planted["tick"] = (i, made) => (i === 8 ? { ...made, decisions: [], ...other } : made);
      const usual = await recordingOf({ ...HOLDS, merged: true });
      for (const merged of [{ merged: true }, {}] as const) {
        const { differences } = compareRuns(usual, await recordingOf({ ...HOLDS, ...merged, tick }));
        expect(differences).toMatchObject([{ at: at(8), what: "decision" }]);
      }
    },
  );

  it("does not mention schedules if one journal does not know them", async () => {
    const [often, rarer] = [await recordingOf(HOLDS), await recordingOf({ ...RARER, merged: true })];
    for (const runs of [
      [unknowing(often), rarer],
      [often, unknowing(rarer)],
    ] as const) {
      const { counts, setUp, differences } = compareRuns(...runs);
      expect([counts.ticks.equal, setUp.map(({ what }) => what)]).toEqual([11, ["sma: version of its source"]]);
      expect(differences.map(({ causes }) => causes.map(({ kind }) => kind))).toEqual([["timing", "version"]]);
    }
  });

  it("names schedules that gave the same ticks among the settings, and finds the runs equal", async () => {
    const second = await recordingOf({ ...HOLDS, merged: true, strategy: { schedule: utc("0 * * * * *") } });
    const { equal, setUp } = compareRuns(await recordingOf(HOLDS), second);
    expect(equal).toBe(true);
    expect(setUp).toEqual([{ what: "sma: schedule", first: "* * * * * (UTC)", second: "0 * * * * * (UTC)" }]);
  });

  it("names the code before the schedule if both runs decided differently", async () => {
    const other: Decision = { kind: "hold", reason: "another one" };
    const planted: Planted = { ...RARER, decisions: (i, usual) => (i === 4 ? [other] : usual) };
    const { differences } = compareRuns(
      await recordingOf({ ...HOLDS, ...{ skip: RARER.skip! } }),
      await recordingOf(planted),
    );
    expect(differences[0]).toMatchObject({ at: at(4), causes: [{ kind: "version" }, SCHEDULES] });
  });
});
