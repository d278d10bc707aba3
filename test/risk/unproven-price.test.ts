import { describe, expect, it } from "vitest";
import type { Quote } from "../../src/model/trade.js";
import { unprovenPrice } from "../../src/risk/unproven-price.js";
import { bound, HOUR, makeWorld, MINUTE, pass, START } from "../engine/world.js";
import { defineStrategy } from "../../src/strategy/define.js";
import { z } from "zod";
import { context, draft, quote } from "./support.js";

describe("a price that is not proven", () => {
  const control = unprovenPrice({ percent: 80, standsFor: 300_000 });
  const said = (from: string, to: string, prices: Pick<Quote, "fromPrice" | "toPrice">) =>
    control.atSending?.(draft(from, to, 1), { ...quote(0.1), from, to, ...prices }, context());

  it("sells nothing for next to nothing, exits included, and gives the reason", () => {
    expect(said("TOKEN", "CASH", { fromPrice: 1.9, toPrice: 1 })).toEqual({
      verdict: "refused",
      code: "PRICE_UNPROVEN",
      reason: "TOKEN is quoted at $1.9, usual was $10: a jump of more than 80 % is traded on once it has stood for 5m",
    });
    expect(said("TOKEN", "CASH", { fromPrice: 10, toPrice: 5.1 })).toMatchObject({ code: "PRICE_UNPROVEN" });
    expect(said("CASH", "TOKEN", { fromPrice: 1, toPrice: 51 })).toMatchObject({ code: "PRICE_UNPROVEN" });
  });

  it("uses our own prices if the quote has none", () => {
    const none = { ...quote(0.1), fromPrice: null, toPrice: null };
    const at = (usd: number, from: string, to: string) =>
      control.atSending?.(
        draft(from, to, 1),
        { ...none, from, to },
        context({ usd: (token) => (token === "TOKEN" ? usd : 1) }),
      );
    expect(at(51, "CASH", "TOKEN")).toMatchObject({ code: "PRICE_UNPROVEN" });
    expect(at(1.9, "TOKEN", "CASH")).toMatchObject({ code: "PRICE_UNPROVEN" });
    expect([at(49, "CASH", "TOKEN"), at(2.1, "TOKEN", "CASH")]).toEqual([
      { verdict: "approved" },
      { verdict: "approved" },
    ]);
  });

  it("holds back nothing that is to our advantage, no smaller fall, and no unknown price", () => {
    expect(said("TOKEN", "CASH", { fromPrice: 2.1, toPrice: 1 })).toEqual({ verdict: "approved" });
    expect(said("TOKEN", "CASH", { fromPrice: 1e9, toPrice: 1e-9 })).toEqual({ verdict: "approved" });
    expect(said("TOKEN", "CASH", { fromPrice: null, toPrice: null })).toEqual({ verdict: "approved" });
    expect(said("UNKNOWN", "CASH", { fromPrice: 1e-9, toPrice: 1 })).toEqual({ verdict: "approved" });
  });
});

/** Buys at first, and then wants out every minute. */
const leaver = defineStrategy({
  name: "leaver",
  summary: "Leaves.",
  params: z.object({}),
  schedule: "* * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ now, book, swap, hold }) => {
    if (now === START + MINUTE) return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 1_000 }, reason: "in" });
    if (now < START + 10 * MINUTE || book.valueOf("WETH.eth") === 0) return hold({ reason: "waits" });
    return swap({ from: "WETH.eth", to: "USDC.eth", size: { fraction: 1 }, reason: "out", urgent: true });
  },
});

describe("a bot that wants out", () => {
  const until = async (prices: (at: number) => number): Promise<readonly number[]> => {
    const world = makeWorld({
      prices: (token, at) => (token === "WETH.eth" ? prices(at) : 1),
      settings: { risk: { unprovenPrice: { percent: 80, standsFor: 5 * MINUTE } } },
    });
    void world.bot({ strategies: [bound(leaver)] }).run();
    await pass(world, HOUR / 2);
    return world.exchange.trades(world.team.id).map(({ at }) => Math.round((at - START) / MINUTE));
  };

  it("does not sell at a price that is absurd for a few readings, and does once it has passed", async () => {
    const absurd = (at: number): boolean => at >= START + 10 * MINUTE - 1 && at < START + 13 * MINUTE - 1;
    expect((await until((at) => (absurd(at) ? 0.025 : 2_500))).toSorted((a, b) => a - b)).toEqual([1, 13]);
  });

  it("sells in a true crash as soon as the price has stood", async () => {
    const crash = START + 10 * MINUTE - 1;
    expect((await until((at) => (at >= crash ? 25 : 2_500))).toSorted((a, b) => a - b)).toEqual([1, 15]);
  });
});
