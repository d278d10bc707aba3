import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateBudget } from "../../src/backtest/budget.js";
import { CountedScopes } from "../../src/backtest/read-scope.js";
import type { Venue } from "../../src/model/venue.js";

const venue = { price: (token: string) => ({ token, usd: 1, readAt: 0 }) } as Partial<Venue> as Venue;

/** What of the `all` limit is used up. */
function counting() {
  const budget = new RateBudget({ now: () => 0, at: () => () => {} }, [{ scope: "all", count: 10_000, windowMs: 1 }]);
  const scopes = new CountedScopes({ reads: venue, venue, budget });
  return { scopes, used: () => 10_000 - (budget.left().all ?? 0) };
}

describe("a scope", () => {
  it("counts each token once, whatever is asked in which order, and each scope anew", () => {
    const asked = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(asked, (all) => {
        const { scopes, used } = counting();
        for (const tokens of all) {
          const scope = scopes.open();
          for (const token of tokens) void scope.price(token);
          scope.close();
        }
        expect(used()).toBe(all.reduce((sum, tokens) => sum + new Set(tokens).size, 0));
      }),
    );
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
