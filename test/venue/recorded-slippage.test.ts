import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import type { ExecuteResult } from "../../src/model/trade.js";
import { simulatedVenue, type RecordedSlippage } from "../../src/venue/index.js";
import { makeCompetition, now, START } from "./fixture.js";

const BUY = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(100), reason: "r" };

/** A venue whose slippage is recorded where `recorded` says so. */
function makeVenue(recorded?: RecordedSlippage) {
  const world = makeCompetition(recorded === undefined ? {} : { recordedSlippage: recorded });
  return { ...world, venue: simulatedVenue(world.exchange, world.team, world.registry) };
}

function bought(result: ExecuteResult): number {
  if (result.kind !== "filled") throw new Error(result.kind);
  return result.trade.toAmount.toNumber();
}

describe("recorded slippage", () => {
  it("is looked up by the pair, the trade's value and the time", () => {
    const asked: unknown[] = [];
    const { venue } = makeVenue((...args) => {
      asked.push(args);
      return null;
    });
    void venue.quote(BUY);
    void venue.execute({ ...BUY, from: "USDC.base", to: "WETH.base" });
    expect(asked).toEqual([
      ["USDC.eth", "WETH.eth", 100, START],
      ["USDC.base", "WETH.base", 100, START],
    ]);
  });

  it("replaces the formula's in quotes and trades", () => {
    const { venue, exchange } = makeVenue(() => 0.01);
    expect(now(venue.quote(BUY))).toMatchObject({ slippage: 1, toAmount: new Decimal("0.0396") });
    const result = now(venue.execute(BUY));
    expect(bought(result)).toBe(0.0396);
    expect(result.kind === "filled" && exchange.pricedBy(result.trade.id)).toBe("quotes");
  });

  it("leaves the formula's draws to the trades that they would have had", () => {
    const some = makeVenue((_from, to) => (to === "WETH.base" ? 0.02 : null));
    const none = makeVenue();
    const pairs = ["eth", "base", "eth", "base", "eth"];
    const [mixed, formula] = [some, none].map(({ venue, exchange }) =>
      pairs.map((chain) => {
        const swap = { ...BUY, from: `USDC.${chain}`, to: `WETH.${chain}` };
        const { slippage } = now(venue.quote(swap));
        const result = now(venue.execute(swap));
        const by = result.kind === "filled" ? exchange.pricedBy(result.trade.id) : "none";
        return { slippage, bought: bought(result), by };
      }),
    ) as [{ slippage: number; bought: number; by: string }[], { slippage: number; bought: number; by: string }[]];
    for (const [i, chain] of pairs.entries())
      if (chain === "eth") expect(mixed[i]).toEqual(formula[i]);
      else expect(mixed[i]).toEqual({ slippage: 2, bought: 0.0392, by: "quotes" });
    expect(formula.map(({ by }) => by)).toEqual(pairs.map(() => "model"));
  });

  it.each([
    [Number.NaN, 0.04 * (1 - 0.0005), "model"],
    [-0.5, 0.04, "quotes"],
    [Infinity, 0, "quotes"],
  ] as const)("of %d is not believed", (fraction, most, by) => {
    const { venue, exchange } = makeVenue(() => fraction);
    const result = now(venue.execute(BUY));
    expect(bought(result)).toBeGreaterThan(most * 0.999 - 1e-9);
    expect(bought(result)).toBeLessThanOrEqual(most * 1.001);
    expect(result.kind === "filled" && exchange.pricedBy(result.trade.id)).toBe(by);
  });

  it("counts for a tolerance too", () => {
    const { venue } = makeVenue(() => 0.01);
    expect(now(venue.execute({ ...BUY, slippageTolerance: 0.9 }))).toMatchObject({
      kind: "rejected",
      code: "SLIPPAGE",
    });
    expect(now(venue.execute({ ...BUY, slippageTolerance: 1.1 }))).toMatchObject({ kind: "filled" });
  });
});
