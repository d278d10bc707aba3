import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import type { PriceSource } from "../../../src/model/venue.js";
import { Exchange, marketPrices, Refusal, type MarketPrices } from "../../../src/venue/index.js";
import { now, order, START } from "../fixture.js";

const MINUTE = 60_000;
const EVERY = 120_000;

/** Prices that move each half minute, and now and then are none. */
const market: MarketPrices = {
  priceAt(token, at) {
    if (token.startsWith("USDC")) return 1;
    const step = Math.floor((at - START) / (MINUTE / 2));
    if (token === "SOL.svm" && step % 7 === 3) return null;
    return (token.startsWith("WETH") ? 2_500 : 150) * (1 + ((step * 37) % 23) / 100);
  },
};

/** The same source, of which the exchange cannot know that it knows the past: it takes each snapshot on time. */
const onTime = ({ price }: PriceSource): PriceSource => ({ price: (token, options) => price(token, options) });

function world(wrap: (source: PriceSource) => PriceSource) {
  const clock = new SimulatedClock(START);
  const registry = new TokenRegistry(KNOWN_TOKENS);
  const prices = wrap(marketPrices(market, clock));
  const exchange = new Exchange({ clock, registry, seed: "lazy", prices, log: silentLog });
  const ids = ["alpha", "beta", "gamma"].map((name) => exchange.addTeam({ name }).id);
  const announce = (teams: readonly string[]) =>
    exchange.createCompetition({ name: "C", teams, settings: { snapshotIntervalMs: EVERY, maxTradeShare: 1 } }).id;
  return { clock, registry, exchange, ids, announce };
}
type World = ReturnType<typeof world>;

const PAIRS = [
  ["USDC.eth", "WETH.eth"],
  ["WETH.eth", "USDC.eth"],
  ["USDC.svm", "SOL.svm"],
  ["SOL.svm", "USDC.svm"],
  ["USDC.base", "WETH.base"],
] as const;

type Step =
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "trade"; readonly team: number; readonly pair: number; readonly usd: number }
  | { readonly kind: "portfolio" | "leaderboard"; readonly team: number }
  | { readonly kind: "standings" | "next" | "close" }
  | { readonly kind: "deactivate"; readonly team: number };

const team = fc.integer({ min: 0, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(fc.constantFrom(0, 1, EVERY - 1, EVERY, EVERY + 1, 5 * EVERY), fc.integer({ min: 0, max: 999_999 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("trade" as const),
      team,
      pair: fc.integer({ min: 0, max: 4 }),
      usd: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("portfolio" as const, "leaderboard" as const), team }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("standings" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deactivate" as const), team }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("next" as const, "close" as const) }) },
);

/** What one step shows, errors by their codes. */
function play({ clock, registry, exchange, ids, announce }: World, one: Step): unknown {
  const id = "team" in one ? (ids[one.team] as string) : "";
  try {
    switch (one.kind) {
      case "pass": {
        clock.runUntil(clock.now() + one.ms);
        return;
      }
      case "trade": {
        const [from, to] = PAIRS[one.pair] as (typeof PAIRS)[number];
        const amount = one.usd / (market.priceAt(from, clock.now()) ?? 100);
        return now(exchange.execute(id, order(registry, from, to, amount.toFixed(9))));
      }
      case "portfolio":
        return now(exchange.portfolio(id));
      case "leaderboard":
        return exchange.leaderboard(id);
      case "standings":
        return exchange.standings();
      case "deactivate": {
        exchange.deactivateTeam(id, "idle");
        return;
      }
      case "next": {
        const active = exchange.active();
        if (active !== null) now(exchange.end(active.id));
        // The last team sits this one out: its old snapshot stays.
        now(exchange.start(announce(active === null ? ids : ids.slice(0, 2))));
        return;
      }
      case "close": {
        exchange.close();
        return;
      }
    }
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe("snapshots that are computed on request", () => {
  it("equal those taken on time, whatever is traded, read and ended in between", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const worlds = [world((source) => source), world(onTime)] as const;
        for (const { exchange, ids, announce } of worlds) now(exchange.start(announce(ids)));
        for (const one of steps) {
          const [lazy, eager] = worlds.map((each) => play(each, one));
          expect(lazy).toEqual(eager);
        }
        const [lazy, eager] = worlds.map(({ exchange, ids, clock }) => {
          clock.runUntil(clock.now() + 17 * MINUTE);
          return [...ids.map((id) => now(exchange.portfolio(id))), ...exchange.competitions()];
        });
        expect(lazy).toEqual(eager);
      }),
      { numRuns: 200 },
    );
  });

  it("need no timer", () => {
    const lazy = world((source) => source);
    const eager = world(onTime);
    for (const { exchange, ids, announce } of [lazy, eager]) now(exchange.start(announce(ids)));
    expect([lazy.clock.next(), eager.clock.next()]).toEqual([null, START + EVERY]);
  });

  it("are the same object until the next one is due", () => {
    const { exchange, ids, announce, clock } = world((source) => source);
    now(exchange.start(announce(ids)));
    clock.runUntil(START + 3 * EVERY + 1);
    const [id = ""] = ids;
    const snapshot = now(exchange.portfolio(id));
    const board = exchange.standings();
    expect(snapshot.snapshotAt).toBe(START + 3 * EVERY);
    clock.runUntil(START + 4 * EVERY - 1);
    expect([now(exchange.portfolio(id)), exchange.standings()]).toEqual([snapshot, board]);
    expect(now(exchange.portfolio(id))).toBe(snapshot);
    expect(exchange.standings()).toBe(board);
    clock.runUntil(START + 4 * EVERY);
    expect(exchange.standings()).not.toBe(board);
    expect(now(exchange.portfolio(id)).snapshotAt).toBe(START + 4 * EVERY);
  });

  it("come before everything else at the instant at which they are due", () => {
    const { exchange, ids, announce, clock } = world((source) => source);
    let seen: number | null = null;
    clock.at(START + EVERY, () => (seen = now(exchange.portfolio(ids[0] as string)).snapshotAt));
    now(exchange.start(announce(ids)));
    clock.runUntil(START + EVERY);
    expect(seen).toBe(START + EVERY);
  });

  it("use the last prices known if the market's fail", () => {
    const clock = new SimulatedClock(START);
    const registry = new TokenRegistry(KNOWN_TOKENS);
    let broken = false;
    const priceAt = (): number => {
      if (broken) throw new Error("no answer");
      return 2;
    };
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (_text: string, fields?: object) => void warnings.push(fields) };
    const exchange = new Exchange({ clock, registry, seed: "s", prices: marketPrices({ priceAt }, clock), log });
    const { id } = exchange.addTeam({ name: "alpha" });
    now(exchange.start(exchange.createCompetition({ name: "A", teams: [id] }).id));
    broken = true;
    clock.runUntil(START + EVERY);
    expect(now(exchange.portfolio(id))).toMatchObject({ totalValue: 30_000, snapshotAt: START + EVERY });
    expect(warnings).toEqual([{ error: "no answer" }]);
  });
});
