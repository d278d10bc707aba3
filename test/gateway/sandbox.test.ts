import { afterEach, describe, expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import type { Gateway } from "../../src/gateway/gateway.js";
import { handlerTransport } from "../support/handler-transport.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { gatewayFor, keptLog } from "./service.js";
import { testProfile } from "../support/profile.js";

/** The client against the service of this house: over HTTP, and without a socket. */

const registry = new TokenRegistry(KNOWN_TOKENS);
const PRICES: Readonly<Record<string, number>> = { "WETH.eth": 3_000, "USDC.eth": 1, "USDC.base": 1, "USDC.svm": 1 };
const market: SandboxOptions["market"] = { tokens: Object.keys(PRICES), priceAt: (token) => PRICES[token] ?? null };

let sandbox: Sandbox | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await sandbox?.close();
});

type Way = "over HTTP" | "in this process";

async function open(way: Way, options: Partial<SandboxOptions> = {}): Promise<Gateway> {
  const made = createSandbox({
    ...{ profile: testProfile(), clock: systemClock, registry, market, seed: "test" },
    ...options,
  });
  sandbox = made;
  const key = made.teams[0]?.apiKey ?? "";
  gateway =
    way === "over HTTP"
      ? gatewayFor(await made.listen(0), { key, registry })
      : gatewayFor("http://sandbox.invalid", {
          key,
          registry,
          transport: handlerTransport((request) => made.handle(request)),
        });
  return gateway;
}

describe.each<Way>(["over HTTP", "in this process"])("%s", (way) => {
  test("every read is understood", async () => {
    const gateway = await open(way);
    expect(await gateway.connect()).toMatchObject({ status: { active: true, participating: true } });
    expect((await gateway.price("WETH.eth")).usd).toBe(3_000);
    expect((await gateway.price("WETH.base")).usd).toBeNull();
    expect((await gateway.balances()).map(({ token, sent }) => [token, sent])).toContainEqual(["USDC.eth", 5_000]);
    expect((await gateway.portfolio()).totalValue).toBe(15_000);
    expect(await gateway.trades()).toEqual([]);
    expect((await gateway.profile()).name).toBe("Team 1");
    expect((await gateway.rules()).unread).toEqual([]);
    expect((await gateway.leaderboard()).standings).toHaveLength(1);
    expect(await gateway.upcoming()).toEqual([]);
    expect((await gateway.detailedHealth()).services.priceTracker).toBe("ok");
    expect(await gateway.tokenInfo("WETH.eth")).toMatchObject({ usd: 3_000, specificChain: "eth" });
  });

  test("a trade is filled, is in the list with its reason, and moves the balances by its amounts", async () => {
    const gateway = await open(way);
    const swap = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal("100") };
    const quote = await gateway.quote(swap);
    expect(quote.fromPrice).toBe(1);
    const result = await gateway.execute({ ...swap, reason: "[abcd-7k2m9x] a test" });
    if (result.kind !== "filled") throw new Error(JSON.stringify(result));
    expect(await gateway.trades()).toEqual([result.trade]);
    expect(result.trade.reason).toBe("[abcd-7k2m9x] a test");
    const balances = new Map((await gateway.balances()).map(({ token, amount }) => [token, amount.toFixed()]));
    expect([balances.get("USDC.eth"), balances.get("WETH.eth")]).toEqual(["4900", result.trade.toAmount.toFixed()]);
  });

  test("a refused trade is rejected", async () => {
    const gateway = await open(way);
    const execute = async (from: string, to: string, amount: string): Promise<unknown> =>
      gateway.execute({ from, to, amount: new Decimal(amount), reason: "x" });
    expect(await execute("USDC.eth", "WETH.eth", "4999")).toMatchObject({ code: "OVER_CAP" });
    expect(await execute("WETH.eth", "USDC.eth", "1")).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect(await execute("USDC.eth", "USDC.base", "1")).toMatchObject({ code: "CROSS_CHAIN" });
    expect(await execute("USDC.eth", "WBTC.eth", "1")).toMatchObject({ code: "NO_PRICE" });
  });
});

test("under full demand over ten windows the sandbox's own limiter answers no 429", async () => {
  const windowMs = 300;
  const rateLimits = [{ scope: "price" as const, count: 20, windowMs }];
  const made = createSandbox({ profile: testProfile(), clock: systemClock, registry, market, rateLimits });
  sandbox = made;
  const { log, lines } = keptLog();
  gateway = gatewayFor(await made.listen(0), {
    key: made.teams[0]?.apiKey ?? "",
    log,
    rateLimits,
    limits: { overrides: { each: "off" } },
  });
  const asked = gateway;
  await Promise.all(Array.from({ length: 10 * 20 }, () => asked.price("WETH.eth")));
  expect(lines.filter((line) => line.includes("limit is reached"))).toEqual([]);
});
