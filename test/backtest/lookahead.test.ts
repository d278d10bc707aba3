import { readFileSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { backtest } from "../../src/backtest/backtest.js";
import { DecisionTrace } from "../../src/backtest/decision-trace.js";
import { checkAgainst, checkLookahead } from "../../src/backtest/lookahead.js";
import { ColumnJournal, defineStrategy, z, type Strategy } from "../../src/index.js";
import { follower } from "./strategies.js";
import { tapeOf, walk } from "./tapes.js";
import { emptyFolder } from "../support/empty-folder.js";

const prices = walk(5 * 60);
const tape = tapeOf({ "WETH.eth": prices });
const folder = emptyFolder();

/** Buys where the price of five minutes later, as `future` knows it, is higher. */
function cheat(
  name: string,
  future: (now: number, usd: number) => number | null,
  read?: () => Promise<number>,
): Strategy {
  return defineStrategy({
    name,
    summary: "Cheats.",
    params: z.object({}),
    schedule: "*/5 * * * *",
    needs: () => ({ prices: ["WETH.eth"] }),
    ...(read === undefined ? {} : { inputs: z.number(), read }),
    decide({ now, price, target, hold }) {
      const usd = price("WETH.eth")?.usd ?? 0;
      const later = future(now, usd);
      if (later === null) return hold({ reason: "Knows nothing." });
      return target({
        weights: { "WETH.eth": later > usd ? 0.1 : 0 },
        reason: later > usd ? "It will rise." : "It will fall.",
      });
    },
  });
}

describe("the check for look-ahead", () => {
  it("lets an honest strategy pass, whatever it decides, with a state and a `read` of the venue too", async () => {
    const report = await checkLookahead({ tape, strategies: [{ strategy: follower }] }, { cuts: 6 });
    expect(report).toMatchObject({ passed: true, complete: true, difference: null, files: [] });
    expect(report.cuts.length).toBe(6);
    expect(report.compared).toBeGreaterThan(100);
  });

  it("catches what a module remembers of an earlier run, and shows both decisions", async () => {
    const memory = new Map<number, number>();
    const strategy = cheat("rememberer", (now, usd) => {
      memory.set(now, usd);
      return memory.get(now + 300_000) ?? null;
    });
    const { passed, difference } = await checkLookahead({ tape, strategies: [{ strategy }] }, { cuts: 4 });
    expect(passed).toBe(false);
    expect(difference).toMatchObject({ strategy: "rememberer", whole: { decisions: [{ reason: "Knows nothing." }] } });
    expect(difference!.at).toBeLessThan(difference!.cut);
    expect(JSON.stringify(difference!.shortened)).toMatch(/It will (rise|fall)/);
  });

  it("catches what a module remembers of a run before the check, against that run's own decisions", async () => {
    const memory = new Map<number, number>();
    const strategy = cheat("rememberer", (now, usd) => {
      memory.set(now, usd);
      return memory.get(now + 300_000) ?? null;
    });
    const options = { tape, strategies: [{ strategy }] };
    const before = new DecisionTrace();
    await backtest({ ...options, journal: before });
    const { passed, difference } = await checkAgainst(before, options, { cuts: 4 });
    expect(passed).toBe(false);
    expect(difference).toMatchObject({ strategy: "rememberer", whole: { decisions: [{ reason: "Knows nothing." }] } });
  });

  it("lets honest strategies pass against a run before it, however that run's journal counts its holds", async () => {
    const waiter = (name: string, minutes: number): Strategy =>
      defineStrategy({
        name,
        summary: "Holds in the same words for a while, at the instants of others.",
        params: z.object({}),
        schedule: "*/5 * * * *",
        state: z.object({ seen: z.number().default(0) }),
        decide({ now, hold, state }) {
          const decisions = hold({ reason: `${Math.floor(now / (minutes * 60_000))}` });
          return now % 3_600_000 === 0 ? { decisions, state: { seen: state.seen + 1 } } : decisions;
        },
      });
    const strategies = [waiter("z", 60), follower, waiter("a", 35)].map((strategy) => ({ strategy, allocation: 0.3 }));
    for (const keeping of [{}, { everyView: true }, { mostHolds: 3 }]) {
      const before = new DecisionTrace(keeping);
      await backtest({ tape, strategies, journal: before });
      const report = await checkAgainst(before, { tape, strategies }, { cuts: 2 });
      expect(report).toMatchObject({ passed: true, difference: null });
      expect(report.compared).toBeGreaterThan(100);
    }
  });

  it("catches a file that strategies read while they decide", async () => {
    const file = join(folder, "prices.json");
    writeFileSync(file, JSON.stringify([...prices]));
    const strategy = cheat("file-reader", (now) => {
      const all = JSON.parse(readFileSync(file, "utf8")) as number[];
      return all[((now / 60_000) % (24 * 60)) + 5] ?? null;
    });
    const { passed, files } = await checkLookahead({ tape, strategies: [{ strategy }] }, { cuts: 1 });
    expect([passed, files]).toEqual([false, [{ by: "file-reader", file }]]);
  });

  it("catches a `read` that opens a file, and one that remembers", async () => {
    const file = join(folder, "prices.json");
    const opener = cheat(
      "opener",
      () => null,
      async () => (await fs.readFile(file)).length,
    );
    const opened = await checkLookahead({ tape, strategies: [{ strategy: opener }] }, { cuts: 1 });
    expect(opened).toMatchObject({ passed: false, files: [{ by: "opener", file }] });
    let runs = 0;
    let last = Infinity;
    const strategy = defineStrategy({
      name: "counter",
      summary: "Counts runs.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      inputs: z.number(),
      read({ now }) {
        if (now < last) runs++;
        last = now;
        return Promise.resolve(Math.min(runs, 2));
      },
      decide: ({ inputs, hold }) => hold({ reason: `run ${inputs}` }),
    });
    const remembered = await checkLookahead({ tape, strategies: [{ strategy }] }, { cuts: 2 });
    expect(remembered).toMatchObject({ difference: { strategy: "counter" }, unsteady: null });
  });

  it("does not take chance for the future: a difference on the very same tape is reported as chance", async () => {
    const strategy = cheat("gambler", (_now, usd) => usd + Math.random() - 0.5);
    const report = await checkLookahead({ tape, strategies: [{ strategy }] }, { cuts: 4 });
    expect(report).toMatchObject({
      passed: false,
      complete: true,
      difference: null,
      unsteady: { strategy: "gambler" },
    });
    expect(report.unsteady!.once).not.toEqual(report.unsteady!.again);
  });

  it("that is stopped finds nothing false, and reports that it is incomplete", async () => {
    for (const inRun of [1, 2]) {
      const controller = new AbortController();
      let runs = 0;
      let last = Infinity;
      const strategy = defineStrategy({
        name: "stopped",
        summary: "Is stopped in the middle of a run.",
        params: z.object({}),
        schedule: "* * * * *",
        decide({ now, hold }) {
          if (now < last) runs++;
          last = now;
          if (runs === inRun && !controller.signal.aborted) {
            controller.abort();
            // Long enough for the driver to look at the signal.
            const until = performance.now() + 60;
            while (performance.now() < until);
          }
          return hold({ reason: `at ${now}` });
        },
      });
      const report = await checkLookahead({ tape, strategies: [{ strategy }], signal: controller.signal }, { cuts: 3 });
      expect(report).toMatchObject({ passed: true, complete: false, difference: null, cuts: [] });
    }
  });

  it("leaves node:fs unchanged", async () => {
    const before = readFileSync;
    await checkLookahead({ tape, strategies: [{ strategy: follower }] }, { cuts: 1 });
    const { readFileSync: after } = await import("node:fs");
    expect(after).toBe(before);
  });

  it("needs at least one cut", async () => {
    await expect(checkLookahead({ tape, strategies: [{ strategy: follower }] }, { cuts: 0 })).rejects.toMatchObject({
      code: "BACKTEST_OPTION",
    });
  });

  it("journals none of its runs: a given journal is left unchanged", async () => {
    expectTypeOf<keyof Parameters<typeof checkLookahead>[0]>().extract<"journal">().toBeNever();
    const journal = new ColumnJournal();
    await checkLookahead({ tape, strategies: [{ strategy: follower }], ...{ journal } }, { cuts: 1 });
    expect(journal.run).toBeNull();
  });
});
