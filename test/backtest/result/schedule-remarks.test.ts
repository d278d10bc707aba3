import { describe, expect, it } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { defineStrategy, z } from "../../../src/index.js";
import { memoryTape } from "../../../src/tape/memory-tape.js";
import { buyer } from "../strategies.js";
import { barsOfOpens, HOUR, known, MINUTE, tapeOf, walk } from "../tapes.js";

/** Two days from midnight on, a price each hour. */
const tape = tapeOf({ "WETH.eth": walk(48) }, { interval: HOUR });

const remarksOf = async (at: string): Promise<string[]> => {
  const { remarks } = await backtest({ tape, strategies: [{ strategy: buyer, params: { at } }] });
  return remarks.filter((one) => one.startsWith("buyer decides every"));
};

it.each([
  ["*/20 * * * *", "20m"],
  ["5,35 * * * *", "30m"],
  ["10,15 9 * * *", "5m"],
])(
  "a strategy that is due more often than there are prices (%s) gets a remark with the frequency",
  async (at, every) => {
    expect(await remarksOf(at)).toEqual([
      `buyer decides every ${every}, but the tape has a price of WETH.eth only every 1h. In between it sees the same prices again.`,
    ]);
  },
);

it.each(["0 * * * *", "5 9,21 * * *", "0 9 * * 1-5", "2025-03-01T05:00:00", "2025-02-01T05:00:00"])(
  "a strategy that is due at most as often as there are prices, once, or never, gets no remark: %s",
  async (at) => {
    expect(await remarksOf(at)).toEqual([]);
  },
);

describe("on a tape of tokens with prices at different distances", () => {
  const track = (name: string, minutes: number) => {
    return { token: known(name), bars: barsOfOpens(walk((48 * 60) / minutes), minutes * MINUTE) };
  };
  const mixed = memoryTape({
    label: "synthetic test",
    tracks: [track("WETH.eth", 240), track("WBTC.eth", 5), track("SOL.svm", 240)],
  });
  const looker = (schedule: string, prices: readonly string[]) =>
    defineStrategy({
      name: "looker",
      summary: "Looks.",
      params: z.object({}),
      schedule,
      needs: () => ({ prices: [...prices] }),
      decide: ({ hold }) => hold({ reason: "It looks." }),
    });
  const said = async (schedule: string, ...prices: readonly string[]): Promise<string[]> => {
    const { remarks } = await backtest({ tape: mixed, strategies: [{ strategy: looker(schedule, prices) }] });
    return remarks.filter((one) => one.startsWith("looker decides every"));
  };
  const every = (schedule: string, tokens: string, interval: string): string =>
    `looker decides every ${schedule}, but the tape has a price of ${tokens} only every ${interval}. In between it sees the same prices again.`;

  it("the remark gives the frequency of the tokens that the strategy names", async () => {
    expect(await said("* * * * *", "WETH.eth")).toEqual([every("1m", "WETH.eth", "4h")]);
    expect(await said("*/5 * * * *", "WETH.eth")).toEqual([every("5m", "WETH.eth", "4h")]);
    expect(await said("0 * * * *", "SOL.svm", "WETH.eth")).toEqual([every("1h", "SOL.svm, WETH.eth", "4h")]);
  });

  it("of several tokens the one with the most prices counts, or all of the tape if none is named", async () => {
    expect(await said("*/5 * * * *", "WETH.eth", "WBTC.eth")).toEqual([]);
    expect(await said("* * * * *", "WETH.eth", "WBTC.eth")).toEqual([every("1m", "WBTC.eth", "5m")]);
    expect(await said("* * * * *")).toEqual([every("1m", "WBTC.eth", "5m")]);
    expect(await said("*/5 * * * *")).toEqual([]);
  });
});
