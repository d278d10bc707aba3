import { expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { reportAdjustments } from "../../src/execution/index.js";
import { UNASSIGNED } from "../../src/model/journal.js";

/** What is told of an entry: level and text. */
function told(change: string, book = UNASSIGNED): string[] {
  const said: string[] = [];
  const common = { competitionId: "c", token: "WETH.eth", costUsd: null, cause: "adjustment", reason: "why" } as const;
  const entry = { ...common, book, change: new Decimal(change) };
  reportAdjustments((level, _kind, text) => void said.push(`${level} ${text}`), [entry]);
  return said;
}

it("entries that no trade of ours caused are reported, as a warning if a strategy's book shrank", () => {
  expect(told("0.5")).toEqual(["info unassigned: 0.5 WETH.eth: why"]);
  expect(told("0.5", "momentum")).toEqual(["info momentum: 0.5 WETH.eth: why"]);
  expect(told("-0.000001", "momentum")).toEqual(["warn momentum: -0.000001 WETH.eth: why"]);
});
