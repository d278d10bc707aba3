import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { competitionOf } from "../../../src/app/backtest/competition.js";
import { checkSource, NO_SECRETS } from "../../../src/app/config/load.js";
import { parseSource } from "../../../src/app/config/source.js";
import { PUBLIC_RATE_LIMITS } from "../../../src/model/public-rate-limits.js";

const of = (yaml: string) =>
  competitionOf(checkSource(parseSource(resolve("contender.yaml"), yaml), { KEY: "k" }, NO_SECRETS).config);

describe("the competition of a config", () => {
  it("is the embedded sandbox's own, its team and house teams included", () => {
    const sandbox =
      "{ name: Cup, team: Us, houseTeams: false, slippage: log, crossChain: true, maxTradeShare: 0.5, balances: { WETH.eth: '2' } }";
    expect(of(`service: { sandbox: ${sandbox} }`)).toMatchObject({
      competitionName: "Cup",
      team: "Us",
      houseTeams: false,
      competition: {
        slippage: "log",
        allowCrossChain: true,
        maxTradeShare: 0.5,
        startBalances: { "WETH.eth": "2" },
        minTradesPerDay: null,
      },
      limits: PUBLIC_RATE_LIMITS,
    });
  });

  it("follows config's defaults if the service is elsewhere", () => {
    const yaml =
      "service: { baseUrl: 'http://127.0.0.1:9', key: '${KEY}' }\ndefaults: { slippage: log, maxTradeShare: 0.1 }\n";
    const { competition, houseTeams } = of(yaml);
    expect(competition).toMatchObject({ slippage: "log", maxTradeShare: 0.1, minTradesPerDay: 3 });
    expect(houseTeams).toBeUndefined();
  });

  it("has the service's limits, tightened, widened or lifted as config says and as the gateway keeps them", () => {
    const { limits } = of("service: { sandbox: {} }\nlimits: { account: off, price: { count: 50, window: 10s } }");
    expect(limits).not.toContainEqual(expect.objectContaining({ scope: "account" }));
    expect(limits).toContainEqual({ scope: "price", count: 50, windowMs: 10_000 });
    expect(limits).toContainEqual({ scope: "price", count: 300, windowMs: 60_000 });
    const wide = "limits: { each: { count: 100000, window: 1m }, all: { count: 7, window: 1h } }";
    expect(of(`service: { sandbox: {} }\n${wide}`).limits).toEqual([
      ...PUBLIC_RATE_LIMITS.filter(({ scope, count }) => scope !== "each" && count !== 10_000),
      { scope: "all", count: 7, windowMs: 3_600_000 },
      { scope: "each", count: 100_000, windowMs: 60_000 },
    ]);
    expect(of("service: { sandbox: { rateLimits: false } }").limits).toEqual([]);
  });
});
