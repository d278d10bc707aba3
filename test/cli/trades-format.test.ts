import { expect, it } from "vitest";
import type { TradeAnswer } from "../../src/app/requests/answers.js";
import { tradesText } from "../../src/cli/format/trades.js";

const trade = (number: number): TradeAnswer => ({
  ...{ id: `t${number}`, at: Date.UTC(2026, 0, 31) - number, competitionId: "c", price: 0.05 },
  ...{ from: "USDC.eth", to: "WETH.eth", fromAmount: "100", toAmount: "0.05" },
  ...{ success: true, error: null, reason: `number ${number}.` },
});
const trades = (count: number): TradeAnswer[] => Array.from({ length: count }, (_, i) => trade(i + 1));

it("of many trades the newest hundred are shown, with their number and the command for all", () => {
  const lines = tradesText(trades(30_000)).split("\n");
  expect(lines).toHaveLength(103);
  expect([lines[1], lines[100]]).toEqual([
    expect.stringMatching(/ number 1\.$/) as string,
    expect.stringMatching(/ number 100\.$/) as string,
  ]);
  expect(lines.at(-1)).toBe("The newest 100 of 30000: --json for all.");
});

it("a hundred trades are shown without a line about more", () => {
  expect(tradesText(trades(100)).split("\n")).toHaveLength(101);
});
