import { describe, expect, it } from "vitest";
import { nextTurn } from "../../src/core/time/system-clock.js";
import { backtest, ColumnJournal, type EngineEvent, type EventListener } from "../../src/index.js";
import { openJournalReader, saveColumns } from "../../src/journal/index.js";
import { emptyFolder } from "../support/empty-folder.js";
import { buyer, follower } from "./strategies.js";
import { tapeOf, walk } from "./tapes.js";

const HOURS = 40;
const tape = tapeOf({ "WETH.eth": walk(HOURS * 60), "USDC.eth": new Float64Array(HOURS * 60).fill(1) });
const strategies = [
  { strategy: follower, params: { token: "WETH.eth" }, allocation: 0.5 },
  { strategy: buyer, params: { token: "WETH.eth" }, allocation: 0.5 },
];

const run = async (onEvent?: EventListener) => {
  const journal = new ColumnJournal();
  const result = await backtest({ tape, strategies, journal, ...(onEvent !== undefined && { onEvent }) });
  return { journal, result };
};

describe("the events of a backtest", () => {
  it("are all heard before it resolves, though more than wait for a listener at most are written at once", async () => {
    const long = tapeOf({ "WETH.eth": walk(6_000), "USDC.eth": new Float64Array(6_000).fill(1) });
    const heard: (readonly [number, number])[] = [];
    const once = [{ strategy: buyer, params: { token: "WETH.eth" } }];
    await backtest({ tape: long, strategies: once, onEvent: ({ seq }, dropped) => heard.push([seq, dropped]) });
    expect(heard.length).toBeGreaterThan(10_000);
    expect(heard).toEqual(heard.map((_event, i) => [i + 1, 0]));
  });

  it("are of all that happened", async () => {
    const heard: EngineEvent[] = [];
    const { result } = await run((event) => heard.push(event));
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_event, i) => i + 1));
    expect(heard.at(-1)?.type).toBe("run-ended");
    expect(heard.filter(({ type }) => type === "trade")).toHaveLength(result.fills.length);
    const ticks = heard.filter(({ type }) => type === "tick-decided" || type === "hold-repeated");
    expect(ticks).toHaveLength(Object.values(result.ticks).reduce((sum, count) => sum + count));
  });

  it("are all heard by a listener that takes its time for each", async () => {
    const heard: number[] = [];
    let most = 0;
    await run(async ({ seq }, dropped) => {
      if (seq % 100 === 0) await nextTurn();
      heard.push(seq);
      most = Math.max(most, dropped);
    });
    expect(most).toBe(0);
    expect(heard).toEqual(heard.map((_seq, i) => i + 1));
  });

  it("change nothing of the run or its journal", async () => {
    const silent = await run();
    const told = await run((event) => {
      for (const key of Object.keys(event)) Reflect.deleteProperty(event, key);
      throw new Error("it broke");
    });
    expect(told.result).toEqual(silent.result);
    expect(told.journal.written).toEqual(silent.journal.written);
    expect(told.journal.equityCurve.seq()).toEqual(silent.journal.equityCurve.seq());
  });

  it("stop for a listener that never returns, while the run goes on to its end", async () => {
    const silent = await run();
    let calls = 0;
    const told = await run(() => {
      calls++;
      return new Promise(() => {});
    });
    expect(calls).toBe(1);
    expect(told.result).toEqual(silent.result);
  });

  it("are in the journal that is saved, under the same numbers, but for holds that were only counted", async () => {
    const heard: EngineEvent[] = [];
    const { journal } = await run((event) => heard.push(event));
    const dir = emptyFolder();
    await saveColumns(journal, { dir });
    const reader = openJournalReader(dir);
    const saved = reader.events(0);
    reader.close();
    expect(saved).toEqual(heard.filter(({ type }) => type !== "hold-repeated"));
    expect(saved.length).toBeLessThan(heard.length);
  });
});
