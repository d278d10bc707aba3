import { expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { openBooks, resumeBooks } from "../../../src/engine/session/books.js";
import { Ledger } from "../../../src/ledger/index.js";
import { idler } from "../strategies.js";
import { bound } from "../world.js";

it("a restart with unchanged allocations moves and notes nothing", () => {
  const notes: string[] = [];
  const written: number[] = [];
  const recovered = {
    ...{ books: {}, open: [], states: {}, outcomes: {}, tradeIds: [], tradesByDay: {}, equity: [] },
    ...{ markerEchoed: null, peakEquity: null },
  };
  const resume = (allocations: Readonly<Record<string, number>>): void => {
    resumeBooks(
      {
        ...{ clock: new SimulatedClock(7), strategies: [bound({ definition: idler(), allocation: 0.5 })] },
        ...{ ledger: new Ledger("c"), note: (_level, kind) => void notes.push(kind) },
        journal: { adjust: (_at, entries) => void written.push(entries.length) },
      },
      { ...recovered, allocations },
    );
  };
  resume({ idler: 0.5 });
  expect([notes, written]).toEqual([[], []]);
  resume({ idler: 0.4 });
  expect([notes, written]).toEqual([["allocations-changed"], []]);
});

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
