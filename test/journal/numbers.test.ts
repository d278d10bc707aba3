import fc from "fast-check";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Decimal, plain } from "../../src/core/number/decimal.js";
import { Database } from "../../src/journal/database.js";
import { folder } from "./support.js";

function table(): (number: number, amount: Decimal) => { number: number; amount: Decimal } {
  const db = new Database(join(folder(), "numbers.db"));
  onTestFinished(() => db.close());
  db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, number REAL NOT NULL, amount TEXT NOT NULL) STRICT; BEGIN");
  const insert = db.insert("t", ["number", "amount"]);
  const select = db.statement("SELECT number, amount FROM t WHERE id = :id");
  return (number, amount) => {
    const row = select.get({ id: insert.run({ number, amount }) });
    if (row === undefined) throw new Error("the row is gone");
    return { number: row.number("number"), amount: row.decimal("amount") };
  };
}

describe("numbers in the journal", () => {
  it("come back to the last bit, also those that the driver would take for 0", () => {
    const through = table();
    const tiny = fc.double({ min: Number.MIN_VALUE, max: 4 * Number.EPSILON, noNaN: true });
    const any = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const nearWhole = fc.integer({ min: 1, max: 2 ** 30 }).map((whole) => whole + Number.EPSILON * whole);
    fc.assert(
      fc.property(fc.oneof(tiny, any, nearWhole), (value) => {
        expect(through(value, new Decimal(0)).number).toBe(value);
      }),
      { numRuns: 5_000 },
    );
  });

  it("come back even if they lie just above a negative whole number", () => {
    const through = table();
    for (const value of [-1 + Number.EPSILON / 2, -1 + Number.EPSILON, -Number.EPSILON / 2, -Number.MIN_VALUE])
      expect(through(value, new Decimal(0)).number).toBe(value);
  });

  it("are amounts with every digit", () => {
    const through = table();
    const digits = fc.bigInt({ min: -(10n ** 59n), max: 10n ** 59n });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 80 }), (value, places) => {
        const amount = new Decimal(value.toString()).div(new Decimal(10).pow(places));
        expect(plain(through(0, amount).amount)).toBe(plain(amount));
      }),
      { numRuns: 2_000 },
    );
  });
});
