import { expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { openBooks } from "../../../src/engine/session/books.js";
import { Ledger } from "../../../src/ledger/index.js";

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
