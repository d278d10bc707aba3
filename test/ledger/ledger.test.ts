import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToDouble, Decimal, equalsDouble, ZERO } from "../../src/core/number/decimal.js";
import { exchangedUsd, Ledger, valueUsd } from "../../src/ledger/index.js";
import type { BookEntry } from "../../src/model/journal.js";
import { PriceBoard } from "../../src/model/price-board.js";
import type { Trade } from "../../src/model/trade.js";

const trade = (
  from: string,
  fromAmount: number | string | Decimal,
  to: string,
  toAmount: number | string | Decimal,
): Trade => ({
  ...{
    id: "t",
    teamId: "",
    competitionId: "c",
    from,
    to,
    fromAmount: new Decimal(fromAmount),
    toAmount: new Decimal(toAmount),
  },
  ...{ price: 1, success: true, error: null, reason: null, at: 0 },
});
const balance = (
  token: string,
  amount: number | string | Decimal,
): { token: string; amount: Decimal; sent: number } => {
  const sent = new Decimal(amount).toNumber();
  return { token, amount: new Decimal(sent), sent };
};
const TOKENS = ["A", "B", "C"];
const BOOKS = ["s", "t", "unassigned"];

/** Sum of books = balances, and nothing negative. */
function sound(ledger: Ledger): void {
  for (const token of TOKENS) {
    const sum = ledger.books().reduce((all, name) => all.plus(ledger.amount(name, token)), ZERO);
    expect(sum.equals(ledger.balance(token))).toBe(true);
    for (const name of ledger.books()) expect(ledger.amount(name, token).isNegative()).toBe(false);
  }
}

const amount = fc.double({ min: 1e-6, max: 1e6, noNaN: true }).map((value) => cutToDouble(new Decimal(value)));
const action = fc.oneof(
  fc.record({
    kind: fc.constant("fill" as const),
    book: fc.constantFrom(...BOOKS),
    from: fc.constantFrom(...TOKENS),
    to: fc.constantFrom(...TOKENS),
    sold: amount,
    bought: amount,
  }),
  fc.record({
    kind: fc.constant("reconcile" as const),
    balances: fc.array(fc.tuple(fc.constantFrom(...TOKENS), amount), { maxLength: 3 }),
    ignored: fc.constantFrom(...TOKENS),
  }),
  fc.record({
    kind: fc.constant("transfer" as const),
    s: fc.double({ min: 0, max: 0.5, noNaN: true }),
    t: fc.double({ min: 0, max: 0.5, noNaN: true }),
  }),
);

describe("the ledger", () => {
  it("adds up, is never negative, and equals the sum of its entries, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), amount, (actions, first) => {
        const ledger = new Ledger("c");
        let shares: Record<string, number> = { s: 0.3, t: 0.3 };
        const entries: BookEntry[] = ledger.start([balance("A", first), balance("B", 5)], shares, () => 2);
        for (const one of actions) {
          if (one.kind === "fill")
            entries.push(
              ...ledger.apply(ledger.fillEntries(one.book, trade(one.from, one.sold, one.to, one.bought), null)),
            );
          else if (one.kind === "reconcile") {
            const listed = new Map(one.balances.map(([token, value]) => [token, balance(token, value)]));
            entries.push(...ledger.apply(ledger.differences([...listed.values()], new Set([one.ignored]))));
            for (const token of TOKENS)
              if (token !== one.ignored)
                expect(equalsDouble(ledger.balance(token), listed.get(token)?.sent ?? 0)).toBe(true);
          } else {
            const before = TOKENS.map((token) => ledger.balance(token).toFixed());
            entries.push(...ledger.transfer(shares, { s: one.s, t: one.t }));
            shares = { s: one.s, t: one.t };
            expect(TOKENS.map((token) => ledger.balance(token).toFixed())).toEqual(before);
          }
          sound(ledger);
        }
        for (const token of TOKENS)
          for (const book of BOOKS) {
            const sum = entries
              .filter((entry) => entry.book === book && entry.token === token)
              .reduce((all, { change }) => all.plus(change), ZERO);
            expect(sum.equals(ledger.amount(book, token))).toBe(true);
          }
      }),
      { numRuns: 300 },
    );
  });

  it("gives each book its share of every balance, cut to bookable digits, the rest unassigned", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", "1000"), balance("B", "0.123456789012345")], { s: 1 / 3, t: 0.5 }, (token) =>
      token === "A" ? 2 : null,
    );
    expect(ledger.amount("s", "A").toFixed()).toBe("333.333333333333");
    expect(ledger.amount("t", "B").toFixed()).toBe("0.061728394506172");
    expect(ledger.amount("unassigned", "A").toFixed()).toBe("166.666666666667");
    expect(ledger.book("t").get("A")?.averageCost).toBe(2);
    expect(ledger.book("t").get("B")?.averageCost).toBeNull();
    expect(() => ledger.start([], {})).toThrow(/open already/);
  });

  it("gives the share of a book without the rounding of doubles: 0.55 is 55 %", () => {
    const entries = new Ledger("c").start([balance("A", 1)], { s: 0.55, t: 1 / 3 });
    expect(entries.map(({ reason }) => reason)).toEqual([
      "55 % of the balance",
      "33.33333333333333 % of the balance",
      "what no strategy was given",
    ]);
  });

  it("refuses allocations outside 0 to 1, above 1 together, and a strategy called unassigned", () => {
    const wrong: Record<string, number>[] = [
      { s: -0.1 },
      { s: 1.1 },
      { s: Number.NaN },
      { s: 0.6, t: 0.6 },
      { unassigned: 0.1 },
    ];
    for (const allocations of wrong)
      expect(() => new Ledger("c").start([balance("A", 1)], allocations)).toThrow(
        expect.objectContaining({ code: "LEDGER" }) as Error,
      );
    expect(() => new Ledger("c").start([balance("A", 1)], { a: 0.1, b: 0.2, c: 0.7 })).not.toThrow();
  });

  it("adjusts unassigned first, and shrinks books pro rata only by what it cannot carry", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 100)], { s: 0.6, t: 0.3 });
    expect(ledger.apply(ledger.differences([balance("A", 95)]))).toMatchObject([
      { book: "unassigned", cause: "adjustment" },
    ]);
    const entries = ledger.apply(ledger.differences([balance("A", 45)]));
    expect(entries.map(({ book, change }) => `${book} ${change.toFixed()}`)).toEqual([
      "unassigned -5",
      "s -30",
      "t -15",
    ]);
    expect(ledger.apply(ledger.differences([balance("A", 50), balance("B", 1)])).map(({ book }) => book)).toEqual([
      "unassigned",
      "unassigned",
    ]);
    expect(ledger.apply(ledger.differences([balance("A", 50), balance("B", 1)]))).toEqual([]);
  });

  it("ignores differences in digits that a double cannot carry", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", "10000")], {});
    ledger.apply(ledger.fillEntries("unassigned", trade("B", 0, "A", "0.000000000123456789"), null));
    expect(ledger.apply(ledger.differences([balance("A", "10000.000000000123456789")]))).toEqual([]);
    expect(ledger.balance("A").toFixed()).toBe("10000.000000000123456789");
  });

  it("moves holdings with their cost when allocations change, and takes everything from a removed strategy", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 100)], { s: 0.5 }, () => 3);
    ledger.transfer({ s: 0.5 }, { s: 0.25, t: 0.25 });
    expect(BOOKS.map((book) => ledger.amount(book, "A").toFixed())).toEqual(["25", "25", "50"]);
    expect(ledger.book("t").get("A")?.averageCost).toBeCloseTo(3, 12);
    ledger.transfer({ s: 0.25, t: 0.25 }, { t: 0.25 });
    expect(BOOKS.map((book) => ledger.amount(book, "A").toFixed())).toEqual(["0", "25", "75"]);
  });

  it("takes what a book lacks for its own trade from the others, and the rest from an adjustment", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 100)], { s: 0.5, t: 0.4 });
    const entries = ledger.apply(ledger.fillEntries("s", trade("A", 120, "B", 1), 120));
    expect(entries.map(({ book, cause, change }) => `${book} ${cause} ${change.toFixed()}`)).toEqual([
      "unassigned transfer -10",
      "t transfer -40",
      "s transfer 50",
      "s adjustment 20",
      "s fill -120",
      "s fill 1",
    ]);
    expect(ledger.balance("A").isZero()).toBe(true);
    sound(ledger);
  });

  it("takes nothing from a book that has nothing", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 100)], { s: 0.5, t: 0.5 });
    const entries = ledger.fillEntries("s", trade("A", 60, "B", 1), 60);
    expect(entries.map(({ book, cause, change }) => `${book} ${cause} ${change.toFixed()}`)).toEqual([
      "t transfer -10",
      "s transfer 10",
      "s fill -60",
      "s fill 1",
    ]);
  });

  it("takes back what adjustments had entered of a trade, the oldest first and none twice", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 100)], { s: 0.5, t: 0.25 });
    const adjusted = (at: number, ...balances: ReturnType<typeof balance>[]) =>
      ledger.apply(ledger.differences(balances)).map((entry) => ({ ...entry, at }));
    const seen = [...adjusted(1, balance("A", 90), balance("B", 1)), ...adjusted(2, balance("A", 60), balance("B", 4))];
    ledger.transfer({}, { t: 0.625 });
    expect(["t", "unassigned"].map((book) => ledger.amount(book, "B").toNumber())).toEqual([2.5, 1.5]);
    const first = ledger.fillEntries("s", trade("A", 25, "B", 2), null, seen);
    expect(first.map(({ book, cause, change, at }) => `${book} ${cause} ${change.toFixed()} ${at}`)).toEqual([
      ...["unassigned adjustment 10 1", "s adjustment 10 2", "t adjustment 5 2"],
      ...["unassigned adjustment -1 1", "unassigned adjustment -0.5 2", "t adjustment -0.5 2"],
      ...["s fill -25 undefined", "s fill 2 undefined"],
    ]);
    ledger.apply(first);
    const back = first.flatMap(({ at, ...entry }) => (at === undefined ? [] : [{ ...entry, at }]));
    ledger.apply(ledger.fillEntries("t", trade("A", 15, "B", 2), null, [...seen, ...back]));
    expect(["A", "B"].map((token) => ledger.balance(token).toNumber())).toEqual([60, 4]);
    expect(BOOKS.map((book) => ledger.amount(book, "A").toNumber())).toEqual([25, 10, 25]);
    sound(ledger);
  });

  it("keeps average costs: gains are mixed in, sales leave them, and restoring finds the same", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 1000)], { s: 1 }, () => 1);
    ledger.apply(ledger.fillEntries("s", trade("A", 100, "B", 1), 100));
    ledger.apply(ledger.fillEntries("s", trade("A", 300, "B", 1), 300));
    const sale = ledger.apply(ledger.fillEntries("s", trade("B", 1, "A", 250), 250));
    expect(sale.map(({ costUsd }) => costUsd)).toEqual([-250, 250]);
    expect(ledger.book("s").get("B")).toEqual({ amount: new Decimal(1), averageCost: 200 });
    const other = new Ledger("c");
    other.restore({ s: Object.fromEntries(ledger.book("s")) });
    expect(other.book("s")).toEqual(ledger.book("s"));
    expect(other.balance("A").toFixed()).toBe("850");
  });

  it("takes no entries of another competition", () => {
    const ledger = new Ledger("c");
    const [entry] = new Ledger("d").start([balance("A", 1)], {});
    expect(ledger.apply(entry === undefined ? [] : [entry])).toEqual([]);
    expect(ledger.isEmpty()).toBe(true);
  });

  it("applies all entries or none", () => {
    const ledger = new Ledger("c");
    const entries = ledger.start([balance("A", 10)], {});
    const over = entries.map((entry) => ({ ...entry, change: new Decimal(-11) }));
    expect(() => ledger.apply([{ ...over[0], token: "B", change: new Decimal(1) } as BookEntry, ...over])).toThrow(
      /would hold -1 A/,
    );
    expect(ledger.balance("B").isZero()).toBe(true);
  });

  it("restores no book that is negative", () => {
    const held = { amount: new Decimal(-1), averageCost: null };
    expect(() => new Ledger("c").restore({ s: { A: held } })).toThrow(/would hold -1 A/);
  });
});

describe("valuation", () => {
  const board = new PriceBoard();
  board.record({ token: "A", usd: 2, readAt: 0 });

  it("values what has a price", () => {
    const ledger = new Ledger("c");
    ledger.start([balance("A", 10), balance("B", 5)], { s: 0.5 });
    expect(ledger.worth(board)).toBe(20);
    expect(["s", "unassigned"].map((book) => valueUsd(ledger.book(book), board))).toEqual([10, 10]);
    expect(valueUsd(ledger.book("nobody"), board)).toBe(0);
  });

  it("values a trade by its cash side, or else by what was sold", () => {
    const usd = (token: string): number | null => ({ A: 1, B: 50 })[token] ?? null;
    const isCash = (token: string): boolean => token === "A";
    expect(exchangedUsd(trade("A", 100, "B", 1.9), usd, isCash)).toBe(100);
    expect(exchangedUsd(trade("B", 2, "A", 99), usd, isCash)).toBe(99);
    expect(exchangedUsd(trade("B", 2, "C", 7), usd, isCash)).toBe(100);
    expect(exchangedUsd(trade("C", 2, "B", 7), usd, isCash)).toBeNull();
  });
});
