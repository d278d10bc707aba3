import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateBudget } from "../../../src/backtest/world/budget.js";
import { CountedScopes } from "../../../src/backtest/world/counted-scopes.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { ReadPrice, ReadScope, Venue } from "../../../src/model/venue.js";

/** What of the limits is used up, and which scopes were opened within (+) and closed (-). */
function counting({ readable = true } = {}) {
  const told: string[] = [];
  const price: ReadPrice = (token) => ({ token, usd: 1, readAt: 0 });
  price.row = (tokens) => (tokens.length === 0 ? null : { usd: new Float64Array(tokens.length), read: () => readable });
  const scope = (): Pick<ReadScope, "quote" | "close"> => {
    told.push("+");
    return { quote: async () => Promise.reject(new Error("no quote")), close: () => told.push("-") };
  };
  const leaderboard = (id = "own"): unknown => ({ standings: [id] });
  const venue = { price, scope, leaderboard, balances: () => [] } as object as Venue;
  // What is left of a scope is never more than what is left of all.
  const counts = { all: 20_000, price: 10_000, trade: 10_000, account: 10_000 };
  const limits = (["all", "price", "trade", "account"] as const).map((of) => {
    return { scope: of, count: counts[of], windowMs: 1 };
  });
  const budget = new RateBudget({ now: () => 0, at: () => () => {} }, limits);
  const scopes = new CountedScopes({ reads: venue, venue, budget });
  const used = (of: keyof typeof counts = "all"): number => counts[of] - (budget.left()[of] ?? 0);
  return { scopes, used, told };
}

describe("a scope", () => {
  const token = fc.constantFrom("a", "b", "c", "d", "e");

  it("counts each token once, one by one or a row at a time, whatever is asked in which order, and each scope anew", () => {
    const ask = fc.oneof(token, fc.uniqueArray(token, { minLength: 1 }));
    const asked = fc.array(fc.record({ asks: fc.array(ask, { maxLength: 12 }), closed: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(asked, (all) => {
        const { scopes, used } = counting();
        for (const { asks, closed } of all) {
          const scope = scopes.open();
          for (const one of asks)
            if (typeof one === "string") void scope.price(one);
            else expect(scope.price.row?.(one)?.read()).toBe(true);
          if (closed) scope.close();
        }
        const expected = all.reduce((sum, { asks }) => sum + new Set(asks.flat()).size, 0);
        expect([used(), used("price"), used("trade")]).toEqual([expected, expected, 0]);
      }),
    );
  });

  it("counts no row that could not be read, and counts again what is asked once it is closed", () => {
    const { scopes, used } = counting({ readable: false });
    const scope = scopes.open();
    expect(scope.price.row?.(["a", "b"])?.read()).toBe(false);
    expect(scope.price.row?.([])).toBeNull();
    expect(used()).toBe(0);
    void scope.price("a");
    scope.close();
    void scope.price("a");
    expect(used()).toBe(2);
  });

  it("counts each quote as a trade's, equal ones once, and asks one scope of the venue for all of its own", () => {
    const { scopes, used, told } = counting();
    for (const amounts of [[1, 2, 1], [], [1]]) {
      const scope = scopes.open();
      for (const amount of amounts)
        void Promise.resolve(scope.quote({ from: "a", to: "b", amount: new Decimal(amount) })).catch(() => {});
      scope.close();
    }
    expect([used(), used("price"), used("trade")]).toEqual([3, 0, 3]);
    expect(told.join("")).toBe("+-+-");
  });

  it("counts equal reads once, as the gateway's are one request, and gives each caller the answer", async () => {
    const { scopes, used } = counting();
    for (const times of [1, 2]) {
      const scope = scopes.open();
      for (const id of [undefined, "other", undefined])
        expect(await scope.leaderboard(id)).toMatchObject({ standings: [id ?? "own"] });
      for (const purpose of ["read", "trade", "read"] as const) expect(await scope.balances({ purpose })).toEqual([]);
      void scope.balances();
      expect([used(), used("account"), used("price")]).toEqual([4 * times, 2 * times, 0]);
      scope.close();
    }
  });

  it("counts anew after an execute", () => {
    const { scopes, used } = counting();
    const scope = scopes.open();
    for (const token of ["a", "b", "a"]) void scope.price(token);
    scopes.renew();
    for (const token of ["b", "a", "b"]) void scope.price(token);
    expect(used()).toBe(4);
  });
});
