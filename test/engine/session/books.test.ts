import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/decimal.js";
import { tellAdjustments } from "../../../src/engine/session/books.js";
import { UNASSIGNED } from "../../../src/model/journal.js";

/** What is told of an entry: level and text. */
function told(change: string, book = UNASSIGNED): string[] {
  const said: string[] = [];
  const entry = {
    competitionId: "c",
    token: "WETH.eth",
    change: new Decimal(change),
    costUsd: null,
    cause: "adjustment",
    reason: "why",
  } as const;
  tellAdjustments((level, _kind, text) => void said.push(`${level} ${text}`), [{ ...entry, book }]);
  return said;
}

describe("entries that no trade of ours caused", () => {
  it("are told, and warned of where a strategy's book shrank", () => {
    expect(told("0.5")).toEqual(["info unassigned: 0.5 WETH.eth: why"]);
    expect(told("-0.000001", "momentum")).toEqual(["warn momentum: -0.000001 WETH.eth: why"]);
  });
});
