import { describe, expect, it } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { addTo } from "../../../src/core/grouped.js";
import { ColumnJournal, defineStrategy, z } from "../../../src/index.js";
import type { Outcome } from "../../../src/model/outcome.js";
import { HOUR, MINUTE, START, tapeOf, walk } from "../tapes.js";

const FIVE = 5 * MINUTE;
const tape = tapeOf({ "WETH.eth": walk(72), "WBTC.eth": walk(72, "btc", 60_000) }, { interval: FIVE });

describe("a fill at the very instant of a tick and a sample", () => {
  it.each([1, 2, 3, 4])("comes after both, %d ticks after its decision", async (ticks) => {
    const latency = ticks * FIVE;
    const held = new Map<number, number>();
    const strategy = defineStrategy({
      name: "buyer",
      summary: "Buys after an hour.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      needs: () => ({ prices: ["WETH.eth"] }),
      decide({ now, book, swap, hold }) {
        held.set(now, book.amount("WETH.eth"));
        if (now !== START + HOUR) return hold({ reason: "Waits." });
        return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 1_000 }, reason: "An hour is over." });
      },
    });
    const { fills, time, equity } = await backtest({ tape, strategies: [{ strategy }], latency });
    const due = START + HOUR + latency;
    expect(fills.map(({ at }) => at)).toEqual([due]);
    expect(held.get(due)).toBe(0);
    expect(held.get(due + FIVE)).toBeGreaterThan(0);
    const worth = (at: number) => equity[time.indexOf(at)];
    expect(worth(due)).toBe(15_000);
    expect(worth(due + FIVE)).not.toBe(15_000);
  });

  it("is reported after what the tick made of its decision, and before what follows from it, in journal order", async () => {
    const told: Outcome[] = [];
    const strategy = defineStrategy({
      name: "restless",
      summary: "Wants something else at each tick, long before it has what it wanted.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      needs: () => ({ prices: ["WETH.eth", "WBTC.eth"] }),
      decide({ now, outcomes, target }) {
        told.push(...outcomes);
        const i = now / FIVE;
        return target({
          weights: { "WETH.eth": i % 3 === 0 ? 0.5 : 0.2, "WBTC.eth": i % 2 ? 0.45 : 0.1 },
          reason: `${i}`,
        });
      },
    });
    const journal = new ColumnJournal();
    await backtest({ tape, strategies: [{ strategy }], latency: 4 * FIVE, journal });
    expect(told.length).toBeGreaterThan(20);
    expect(told.map((one) => ({ ...one, strategy: "restless" }))).toEqual(journal.outcomes.slice(0, told.length));
    const instants = new Map<number, string[]>();
    for (const { at, status, code } of told) addTo(instants, at, `${status} ${code}`.trim());
    const ofFills = [...instants.values()].filter((one) => one.includes("filled"));
    expect(ofFills.length).toBeGreaterThan(10);
    for (const one of ofFills) expect(one).toEqual(["dropped WITHDRAWN", "filled", "cut OUT_OF_REACH"]);
  });
});
