import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { registryOf } from "../../src/app/config/registry.js";
import { sandboxSchema } from "../../src/app/config/sandbox.js";
import { MarketRangeError, UsageError } from "../../src/app/errors.js";
import { sandboxPlan } from "../../src/app/sandbox/flags.js";
import { marketOf, pricedTokens } from "../../src/app/sandbox/market.js";
import { openSandbox } from "../../src/app/sandbox/open.js";
import { silentLog } from "../../src/core/log.js";
import { TapeWriter } from "../../src/tape/index.js";
import type { VenueCompetition } from "../../src/venue/index.js";
import { emptyFolder } from "../support/empty-folder.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 0, 1);
const registry = registryOf({});
const folder = (): string => emptyFolder();

/** A tape of two prices, as a bot leaves it. */
function recorded(): string {
  const tape = join(folder(), "tape");
  const writer = new TapeWriter(tape, { source: "test" });
  writer.record("WETH.eth", { usd: 3000, readAt: START, movedAt: START });
  writer.record("WETH.eth", { usd: 3100, readAt: START + DAY, movedAt: START + DAY });
  writer.close();
  return tape;
}

/** Ten days of hourly bars. */
function bars(): string {
  const rows = Array.from(
    { length: 240 },
    (_, i) => `${START + i * HOUR},${3000 + i},${3001 + i},${2999 + i},${3000 + i},1`,
  );
  const file = join(folder(), "eth.csv");
  writeFileSync(file, ["timestamp,open,high,low,close,volume", ...rows].join("\n"));
  return file;
}

const at = (config: unknown, now = START) => marketOf(sandboxSchema.parse(config), registry, (path) => path, now);

describe("the market of a sandbox", () => {
  it("begins three days into recorded bars, so that strategies can warm up", () => {
    const { market, start } = at({ market: { bars: { WBTC: bars() } } });
    expect(start).toBe(START + 3 * DAY);
    expect(market.priceAt("WBTC.eth", start)).toBe(3072);
  });

  it("begins where the config says", () => {
    expect(at({ market: { bars: { WBTC: bars() }, start: "2024-01-02T00:00:00Z" } }).start).toBe(START + DAY);
  });

  it.each([
    [{ start: "2023-12-31T00:00:00Z" }, {}],
    [{ start: "2024-02-01T00:00:00Z" }, {}],
    [{}, { duration: "8d" }],
    [{}, { duration: "6d", startIn: "2d" }],
    [{}, { startIn: "7d" }],
  ])("must cover the whole competition: %j %j", (market, more) => {
    expect(() => at({ market: { bars: { WBTC: bars() }, ...market }, ...more })).toThrow(MarketRangeError);
  });

  it("stays at its last prices once recorded ones are over, cash too", () => {
    const { market } = at({ market: { bars: { WBTC: bars() } } });
    for (const later of [0, HOUR, 30 * DAY]) {
      expect(market.priceAt("WBTC.eth", START + 10 * DAY + later)).toBe(3239);
      expect(market.priceAt("USDC.eth", START + 10 * DAY + later)).toBe(1);
    }
    expect(market.priceAt("WBTC.eth", START - 1)).toBeNull();
  });

  it("may be a tape that a bot has recorded", () => {
    expect(at({ market: { tape: recorded() } }).market.priceAt("WETH.eth", START + HOUR)).toBe(3000);
  });

  it("is synthetic if nothing else is chosen, says so, and follows from the seed", () => {
    const price = (seed: string): number | null =>
      at({ seed, market: { synthetic: {} } }).market.priceAt("WETH.eth", START);
    expect(at({}).market.label).toContain("synthetic");
    expect(price("a")).toBe(price("a"));
    expect(price("a")).not.toBe(price("b"));
  });

  it("may hold any tokens, and cash at $1, without which no team could buy", () => {
    const { market } = at({ market: { synthetic: { SOL: { price: 7 }, "USDC.eth": { price: 3 } } } }, START);
    const cash = registry.list().filter((token) => token.cash);
    expect(market.tokens.toSorted()).toEqual(["SOL.svm", ...cash.map(({ name }) => name)].toSorted());
    expect(market.priceAt("SOL.svm", START)).toBeCloseTo(7, 0);
    expect(market.priceAt("USDC.eth", START)).toBeCloseTo(3, 0);
    expect(market.priceAt("USDC.base", START + 30 * DAY)).toBe(1);
    expect(at({ market: { synthetic: {} } }).market.tokens).toHaveLength(9);
  });

  it("prices WETH on optimism too, whose address is that of WETH on base", () => {
    const { market } = at({ market: { synthetic: {} } });
    expect(market.priceAt("WETH.optimism", START)).toBeCloseTo(market.priceAt("WETH.base", START) ?? 0, -1);
  });

  it("has a price for the config's substitute for USDC, and for the cash of each chain that teams start on", () => {
    const own = registryOf({ "DAI.eth": { address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", cash: true } });
    const config = sandboxSchema.parse({ balances: { "DAI.eth": "5000", "USDC.optimism": "5000" } });
    const { market } = marketOf(config, own, (path) => path, START);
    expect(market.priceAt("DAI.eth", START)).toBe(1);
    expect(market.priceAt("USDC.optimism", START)).toBe(1);
    expect(market.tokens).toHaveLength(11);
  });

  it("names the tokens that it will have prices of without being created", () => {
    const own = registryOf({ "DAI.eth": { address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", cash: true } });
    const balances = { "DAI.eth": "5000", "USDC.optimism": "5000" };
    const markets = [
      ...[{ synthetic: {} }, { synthetic: { SOL: { price: 7 } } }, { bars: { "WETH.eth": bars() } }],
      { tape: recorded() },
    ];
    for (const market of markets) {
      const config = sandboxSchema.parse({ balances, market });
      const made = marketOf(config, own, (path) => path, START).market;
      expect(pricedTokens(config, own, (path) => path)?.toSorted()).toEqual(made.tokens.toSorted());
    }
    expect(pricedTokens(sandboxSchema.parse({ market: { tape: "none" } }), own, () => folder())).toBeUndefined();
    const mine = sandboxSchema.parse({ market: { tape: "mine" } });
    expect(pricedTokens(mine, own, (path) => (path === "mine" ? recorded() : path))).toContain("WETH.eth");
  });

  it("begins now in real time, and shortly before a full hour where the clock is fast", () => {
    expect(at({}, START + 1234).start).toBe(START + 1234);
    const { start } = at({ speed: 600, startIn: "10m" }, START + 1234);
    const competitionStarts = start + 10 * 60_000;
    expect(competitionStarts).toBeLessThan(START + HOUR);
    expect(competitionStarts).toBeGreaterThanOrEqual(START + HOUR / 2);
  });
});

describe("the flags of `contender sandbox`", () => {
  it("become a config", () => {
    const { config } = sandboxPlan({
      profile: "deployed",
      speed: "600",
      port: "0",
      teams: "4",
      duration: "3d",
      startIn: "10s",
      upcoming: "2",
      slippage: "log",
      priceCache: "1h",
      priceChainCase: "lower",
      rateLimits: false,
      synthetic: "7",
    });
    expect(config).toMatchObject({
      profile: "deployed",
      ...{ speed: 600, port: 0, teams: 4, duration: 3 * DAY, startIn: 10_000, upcoming: 2, slippage: "log", seed: "7" },
      ...{ priceCache: HOUR, priceChainCase: "lower", rateLimits: false, market: { synthetic: {} } },
    });
  });

  it("name files by token, or a tape by its folder", () => {
    const file = bars();
    expect(sandboxPlan({ tape: [`WETH.eth=${file}`, `SOL.svm=${file}`] }).config.market.bars).toEqual({
      "WETH.eth": file,
      "SOL.svm": file,
    });
    const tape = folder();
    expect(sandboxPlan({ tape: [tape] }).config.market.tape).toBe(tape);
  });

  it("override a config's sandbox and keep its other settings", () => {
    const file = join(folder(), "c.yaml");
    writeFileSync(file, "service: { sandbox: { teams: 3, speed: 60, name: Mine } }\n");
    expect(sandboxPlan({ config: file, speed: "5" }).config).toMatchObject({ teams: 3, speed: 5, name: "Mine" });
  });

  it("keep the config's own file paths, beside a tape path relative to the working folder", () => {
    const [where, file] = [folder(), bars()];
    const config = join(where, "c.yaml");
    writeFileSync(config, "service: { sandbox: { faults: ./faults.yaml } }\n");
    writeFileSync(join(where, "faults.yaml"), "faults: []\n");
    const plan = sandboxPlan({ config, tape: [`WETH.eth=${relative(".", file)}`] });
    expect(plan.path(plan.config.faults ?? "")).toBe(join(where, "faults.yaml"));
    expect(plan.path(plan.config.market.bars?.["WETH.eth"] ?? "")).toBe(file);
  });

  it.each([
    [{ speed: "fast" }, /--speed: expected a number from 0\.01/],
    [{ teams: "0" }, /--teams: expected a whole number from 1/],
    [{ startIn: "soon" }, /--start-in: expected a duration/],
    [{ priceChainCase: "Upper" }, /--price-chain-case: expected one of upper, lower/],
    [{ port: "99999" }, /--port/],
    [{ duration: "" }, /--duration/],
    [{ tape: ["nowhere"] }, /neither TOKEN=FILE nor a tape's folder/],
    [{ tape: ["A=b"], synthetic: "1" }, /exclude each other/],
    [{ tape: ["SOL=a.csv", "SOL.svm=b.csv"] }, /names SOL\.svm twice/],
  ])("that are wrong are reported: %j", (flags, said) => {
    expect(() => sandboxPlan(flags)).toThrow(UsageError);
    expect(() => sandboxPlan(flags)).toThrow(said);
  });
});

describe("a sandbox of a config", () => {
  it("has the teams, the competitions and the settings that it names", async () => {
    const config = sandboxSchema.parse({
      teams: 2,
      upcoming: 2,
      startIn: "1h",
      name: "Cup",
      maxTradeShare: 0.5,
      houseTeams: false,
    });
    const { sandbox } = openSandbox(config, { registry, log: silentLog, path: (path) => path });
    try {
      expect(sandbox.teams.map(({ name }) => name)).toEqual(["Contender", "Team 2"]);
      expect(sandbox.exchange.competitions().map(({ name, state }) => [name, state])).toEqual([
        ["Cup", "pending"],
        ["Cup 2", "pending"],
        ["Cup 3", "pending"],
      ]);
      expect(sandbox.exchange.defaults.maxTradeShare).toBe(0.5);
    } finally {
      await sandbox.close();
    }
  });

  it("has a competition that ends with its recorded prices if no duration is given, and values holdings then", async () => {
    const market = { bars: { WBTC: bars() }, start: "2024-01-10T23:00:00Z" };
    const config = sandboxSchema.parse({ speed: 100_000, startIn: "30m", market });
    const { sandbox } = openSandbox(config, { registry, log: silentLog, path: (path) => path });
    try {
      const ended = await new Promise<VenueCompetition>((resolve) => {
        sandbox.exchange.onTransition((one) => one.state === "completed" && resolve(one));
      });
      expect(ended.startAt).toBeGreaterThanOrEqual(START + 10 * DAY - HOUR / 2);
      expect(ended.endAt).toBeGreaterThanOrEqual(START + 10 * DAY);
      const [first] = sandbox.exchange.standings(ended.id).standings;
      expect(first?.portfolioValue).toBeCloseTo(15_000, -3);
    } finally {
      await sandbox.close();
    }
  });

  it("does not begin unless it has prices of its teams' start balances", () => {
    const open = (balances: Record<string, string>) =>
      openSandbox(sandboxSchema.parse({ market: { bars: { WBTC: bars() } }, balances }), {
        ...{ registry, log: silentLog },
        path: (path) => path,
      });
    expect(() => open({ "USDC.eth": "1", "SOL.svm": "5" })).toThrow(/begin with SOL\.svm.*has no prices for it/);
    expect(() => open({ "USDC.eth": "1", "SOL.svm": "5" })).toThrow(MarketRangeError);
    return open({ WBTC: "1", "SOL.svm": "0" }).close();
  });

  it("has other ids each time, since a journal would take equal ids for the same competition", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const { sandbox } = openSandbox(sandboxSchema.parse({}), { registry, log: silentLog, path: (path) => path });
        await sandbox.close();
        return sandbox.exchange.competitions()[0]?.id;
      }),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });
});
