import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/decimal.js";
import { SimulatedClock } from "../../../src/core/simulated-clock.js";
import { openBooks, tellAdjustments } from "../../../src/engine/session/books.js";
import { Ledger } from "../../../src/ledger/index.js";
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

it("books that open with a single token are in the journal, and those that open with none write nothing", () => {
  const written: number[] = [];
  const ports = {
    ...{ clock: new SimulatedClock(7), note: () => {}, strategies: [] },
    journal: { adjust: (_at: number, entries: readonly unknown[]) => void written.push(entries.length) },
  };
  const balance = { token: "USDC.eth", amount: new Decimal(5), sent: 5 };
  openBooks({ ...ports, ledger: new Ledger("c") }, [balance], () => 1);
  openBooks({ ...ports, ledger: new Ledger("d") }, [], () => 1);
  expect(written).toEqual([1]);
});

describe("entries that no trade of ours caused", () => {
  it("are told, and warned of where a strategy's book shrank", () => {
    expect(told("0.5")).toEqual(["info unassigned: 0.5 WETH.eth: why"]);
    expect(told("-0.000001", "momentum")).toEqual(["warn momentum: -0.000001 WETH.eth: why"]);
  });
});
