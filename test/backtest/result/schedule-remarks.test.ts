import { expect, it } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { buyer } from "../strategies.js";
import { HOUR, tapeOf, walk } from "../tapes.js";

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
])("a strategy that is due more often than there are prices (%s) is told how often that is", async (at, every) => {
  expect(await remarksOf(at)).toEqual([
    `buyer decides every ${every} and the tape has a price every 1h: between two of them it sees the same prices again.`,
  ]);
});

it.each(["0 * * * *", "5 9,21 * * *", "0 9 * * 1-5", "2025-03-01T05:00:00", "2025-02-01T05:00:00"])(
  "nothing is said of one that is due as often as there are prices, or less, or once, or never: %s",
  async (at) => {
    expect(await remarksOf(at)).toEqual([]);
  },
);
