import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import type { Quote } from "../../../src/model/trade.js";
import type { Venue } from "../../../src/model/venue.js";
import { tapQuotes } from "../../../src/app/start/bot.js";
import { Exchange, marketPrices, simulatedVenue } from "../../../src/venue/index.js";

function tapped(change: (venue: Venue) => Partial<Venue> = () => ({})): { venue: Venue; quotes: Quote[] } {
  const clock = new SimulatedClock(0);
  const registry = new TokenRegistry(KNOWN_TOKENS);
  const prices = marketPrices({ priceAt: (token) => (token === "WETH.eth" ? 2_000 : 1) }, clock);
  const exchange = new Exchange({ clock, registry, seed: "test", prices });
  const { id } = exchange.addTeam({ name: "test" });
  const quotes: Quote[] = [];
  const plain = simulatedVenue(exchange, id, registry);
  return { quotes, venue: tapQuotes({ ...plain, ...change(plain) }, (quote) => quotes.push(quote)) };
}

const REQUEST = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(100) } as const;

describe("tapQuotes", () => {
  it("reports every quote, read of the venue or of a scope, and returns it unchanged", async () => {
    const { venue, quotes } = tapped();
    const direct = await venue.quote(REQUEST);
    const scope = venue.scope();
    const scoped = await scope.quote(REQUEST);
    scope.close();
    expect(quotes).toEqual([direct, scoped]);
  });

  it("leaves out a quote that gives a negative amount, for no trade is made on it", async () => {
    const { venue, quotes } = tapped((plain) => ({
      quote: async (request, options) => ({ ...(await plain.quote(request, options)), toAmount: new Decimal(-1) }),
    }));
    expect((await venue.quote(REQUEST)).toAmount.toFixed()).toBe("-1");
    expect(quotes).toEqual([]);
  });

  it("reports a quote once that several share", async () => {
    const { venue, quotes } = tapped();
    const scope = venue.scope();
    await Promise.all([scope.quote(REQUEST), scope.quote(REQUEST)]);
    expect(quotes).toHaveLength(1);
  });

  it("reports nothing of a quote that failed, and rethrows the failure", async () => {
    const failing = (): Promise<Quote> => Promise.reject(new Error("away"));
    const { venue, quotes } = tapped(() => ({ quote: failing }));
    await expect(Promise.resolve(venue.quote(REQUEST))).rejects.toThrow("away");
    expect(quotes).toEqual([]);
  });
});
