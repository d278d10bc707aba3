import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/decimal.js";
import { tellAdjustments } from "../../src/engine/books.js";
import { UNASSIGNED } from "../../src/model/journal.js";

/** What is told of an entry, where the books hold so much with it: level and text. */
function told(change: string, held: string, book = UNASSIGNED): string[] {
  const said: string[] = [];
  const entry = {
    competitionId: "c",
    token: "WETH.eth",
    change: new Decimal(change),
    costUsd: null,
    cause: "adjustment",
    reason: "why",
  } as const;
  tellAdjustments(
    (level, _kind, text) => void said.push(`${level} ${text}`),
    [{ ...entry, book }],
    () => new Decimal(held),
  );
  return said;
}

describe("entries that no trade of ours caused", () => {
  it("are told, and warned of where a strategy's book shrank", () => {
    expect(told("0.5", "2")).toEqual(["info unassigned: 0.5 WETH.eth: why"]);
    expect(told("-0.000001", "2", "momentum")).toEqual(["warn momentum: -0.000001 WETH.eth: why"]);
  });

  it("are told where nothing is left, however small they are", () => {
    expect(told("-0.00000000000000004", "0", "momentum")).toHaveLength(1);
    expect(told("0.00000000000000004", "0.00000000000000004")).toHaveLength(1);
  });

  // torture protocol:founders-0: every comparison told of some 1e-17, for hours.
  it("are not told where they are the rounding of a balance that came as a double", () => {
    expect(told("0.00000000000000004", "0.36708639198137144")).toEqual([]);
    expect(told("-0.00000000000000011", "0.5369771870160603", "momentum")).toEqual([]);
  });
});
