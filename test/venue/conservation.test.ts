import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import type { PriceSource } from "../../src/model/venue.js";
import { Refusal, type Exchange } from "../../src/venue/index.js";
import { makeCompetition, makeExchange, order } from "./fixture.js";

const TOKENS = ["USDC.eth", "WETH.eth", "WBTC.eth", "USDC.base", "WETH.base", "USDC.svm", "SOL.svm"];
const TEAMS = ["alpha", "beta", "gamma"];
const attempt = fc.record({
  team: fc.nat(TEAMS.length - 1),
  from: fc.constantFrom(...TOKENS),
  to: fc.constantFrom(...TOKENS),
  amount: fc.oneof(
    fc.constantFrom("5000", "2500", "3750", "100", "0.000001", "1e-7", "0", "-5", "x"),
    fc.double({ min: 1e-7, max: 6000, noNaN: true }).map(String),
    fc.double({ min: 1e-7, max: 3, noNaN: true }).map(String),
  ),
});

/** Start + bought − sold = balance, to the last digit, for every team and token; and nothing below 0. */
function expectConserved(exchange: Exchange, ids: readonly string[]): void {
  for (const id of ids) {
    const expected = new Map(
      Object.entries(exchange.defaults.startBalances).map(([token, text]) => [token, new Decimal(text)]),
    );
    const add = (token: string, change: Decimal) =>
      expected.set(token, (expected.get(token) ?? new Decimal(0)).plus(change));
    for (const { from, to, fromAmount, toAmount } of exchange.trades(id)) {
      add(from, fromAmount.neg());
      add(to, toAmount);
    }
    const balances = exchange.balances(id);
    expect(balances.map(({ token }) => token).toSorted()).toEqual([...expected.keys()].toSorted());
    for (const { token, amount, sent } of balances) {
      expect(amount.eq(expected.get(token) ?? -1), token).toBe(true);
      expect(amount.gte(0)).toBe(true);
      expect(sent).toBe(amount.toNumber());
    }
  }
}

describe("tokens", () => {
  it.each([true, false])(
    "are neither lost nor created by any sequence of trades (across chains: %s)",
    (allowCrossChain) => {
      fc.assert(
        fc.property(fc.array(attempt, { maxLength: 60 }), fc.constantFrom(0.25, 1), (attempts, maxTradeShare) => {
          const { exchange, registry, ids } = makeCompetition({ defaults: { allowCrossChain, maxTradeShare } }, TEAMS);
          for (const { team, from, to, amount } of attempts)
            try {
              void exchange.execute(ids[team] as string, order(registry, from, to, amount));
            } catch (error) {
              expect(error).toBeInstanceOf(Refusal);
            }
          expectConserved(exchange, ids);
        }),
      );
    },
  );

  it("are neither lost nor created when trades overlap, whichever price is answered first", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(attempt, { minLength: 2, maxLength: 12 }),
        fc.array(fc.double({ min: 0.5, max: 5000, noNaN: true }), { minLength: 1, maxLength: 5 }),
        async (scheduler, attempts, quotes) => {
          let asked = 0;
          const prices = {
            price: (token: string) =>
              scheduler.schedule(
                Promise.resolve({ token, usd: quotes[asked++ % quotes.length] as number, readAt: 0 }),
                token,
              ),
          };
          const { exchange, registry, ids } = startAsync(prices);
          const done = attempts.map(({ team, from, to, amount }) =>
            Promise.resolve()
              .then(() => exchange.execute(ids[team] as string, order(registry, from, to, amount)))
              .catch((error: unknown) => expect(error).toBeInstanceOf(Refusal)),
          );
          await scheduler.waitFor(Promise.all(done));
          expectConserved(exchange, ids);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are not sold twice by two trades that each sell the whole balance at the same time", async () => {
    const prices = { price: (token: string) => Promise.resolve({ token, usd: 1, readAt: 0 }) };
    const { exchange, registry, ids } = startAsync(prices);
    const team = ids[0] as string;
    const sent = [1, 2, 3].map(async () => exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "5000")));
    const results = await Promise.allSettled(sent);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(results.slice(1)).toMatchObject([1, 2].map(() => ({ reason: { code: "INSUFFICIENT_BALANCE" } })));
    expectConserved(exchange, ids);
  });
});

/** A competition of the three teams that allows everything, its prices awaited. */
function startAsync(prices: PriceSource) {
  const world = makeExchange({ prices, defaults: { allowCrossChain: true, maxTradeShare: 1 } });
  const ids = TEAMS.map((name) => world.exchange.addTeam({ name }).id);
  const { id } = world.exchange.createCompetition({ name: "Spring", teams: ids });
  void world.exchange.start(id);
  return { ...world, ids };
}
