import { Client } from "undici";
import { describe, expect, test } from "vitest";
import { parseRules, decodeAnswer } from "../../src/contract/index.js";
import { PUBLIC_RATE_LIMITS } from "../../src/model/public-rate-limits.js";
import {
  expectRefusal,
  HOUR,
  MINUTE,
  SECOND,
  START,
  startService,
  USDC,
  WETH,
  type Answered,
  type TestService,
} from "./service.js";

const swap = { fromToken: USDC, toToken: WETH, amount: "1" };
const PRICE = `/api/price?token=${WETH}`;

/** The statuses of so many equal requests, one after the other. */
async function statuses(count: number, ask: () => Promise<Answered>): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await ask()).status);
  return seen;
}

const passed = async (count: number, ask: () => Promise<Answered>): Promise<number> =>
  (await statuses(count, ask)).filter((status) => status !== 429).length;

/** As `passed`, of requests for the status that go one behind the other, whose answers nobody waits for in between. */
async function passedAtOnce(count: number, { url, sandbox }: TestService): Promise<number> {
  const client = new Client(url, { pipelining: 100 });
  const headers = { authorization: `Bearer ${sandbox.teams[0]?.apiKey}` };
  const ask = async (): Promise<number> => {
    const { statusCode, body } = await client.request({ method: "GET", path: "/api/competition/status", headers });
    await body.dump();
    return statusCode;
  };
  const statuses = await Promise.all(Array.from({ length: count }, ask));
  await client.close();
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
}

describe("fixed windows per team", () => {
  test("30 account requests a minute, all six operations together", async () => {
    const { call } = await startService();
    const paths = ["profile", "balances", "portfolio", "trades"].map((name) => `/api/account/${name}`);
    let asked = 0;
    const any = (): Promise<Answered> => call(paths[asked++ % paths.length] as string);
    expect(await passed(28, any)).toBe(28);
    expect((await call("/api/account/profile", { method: "PUT", body: {} })).status).toBe(200);
    expect(await passed(5, any)).toBe(1);
    expect((await call("/api/account/reset-api-key", { method: "POST" })).status).toBe(429);
  });

  test("100 trade requests a minute, quotes and executes together, refused ones too", async () => {
    const { call, execute } = await startService();
    const quote = `/api/trade/quote?${new URLSearchParams(swap).toString()}`;
    expect(await passed(60, () => call(quote))).toBe(60);
    expect(await passed(45, () => execute({ ...swap, amount: "0" }))).toBe(40);
    expect((await call(quote)).status).toBe(429);
  });

  test("300 price requests a minute, prices and token-info together", async () => {
    const { call } = await startService();
    expect(await passed(200, () => call(PRICE))).toBe(200);
    expect(await passed(105, () => call(`/api/price/token-info?token=${WETH}`))).toBe(100);
  });

  test("3,000 requests a minute across all endpoints, 10,000 an hour", async () => {
    const service = await startService();
    const status = (): Promise<Answered> => service.call("/api/competition/status");
    for (const minute of [0, 1, 2]) {
      service.clock.runUntil(START + minute * MINUTE);
      expect(await passedAtOnce(3_001, service)).toBe(3_000);
    }
    service.clock.runUntil(START + 3 * MINUTE);
    expect(await passedAtOnce(1_001, service)).toBe(1_000);
    service.clock.runUntil(START + HOUR - SECOND);
    const refused = await status();
    expectRefusal(refused, 429, "Rate limit exceeded. Try again in 1 seconds.");
    service.clock.runUntil(START + HOUR);
    expect((await status()).status).toBe(200);
  });

  test("one team's requests are not another's", async () => {
    const { call } = await startService();
    await passed(31, () => call("/api/account/profile"));
    expect((await call("/api/account/profile", {}, 1)).status).toBe(200);
    expect((await call(PRICE)).status).toBe(200);
  });

  test("a window begins with the first request after the one before it has ended", async () => {
    const { call, clock } = await startService();
    const profile = (): Promise<Answered> => call("/api/account/profile");
    clock.runUntil(START + 50 * SECOND);
    expect(await passed(31, profile)).toBe(30);
    clock.runUntil(START + 109_999);
    expect((await profile()).status).toBe(429);
    clock.runUntil(START + 110 * SECOND);
    expect(await passed(31, profile)).toBe(30);
  });
});

describe("a 429", () => {
  test("says in body and headers when to retry, by the service's clock", async () => {
    const { call, clock } = await startService();
    clock.runUntil(START + 1_500);
    await passed(30, () => call("/api/account/profile"));
    clock.runUntil(START + 11_200);
    const refused = await call("/api/account/profile");
    expectRefusal(refused, 429, "Rate limit exceeded. Try again in 51 seconds.");
    expect(refused.headers.get("retry-after")).toBe("51");
    expect(refused.headers.get("x-ratelimit-reset")).toBe(String(START + 61_500));
  });

  test("never says less than a second, and a retry then works", async () => {
    const { call, clock } = await startService();
    await passed(30, () => call("/api/account/profile"));
    clock.runUntil(START + MINUTE - 1);
    expect((await call("/api/account/profile")).headers.get("retry-after")).toBe("1");
    clock.runUntil(START + MINUTE - 1 + SECOND);
    expect((await call("/api/account/profile")).status).toBe(200);
  });

  test("is not counted itself", async () => {
    const { call } = await startService({
      rateLimits: [
        { scope: "all", count: 5, windowMs: MINUTE },
        { scope: "account", count: 2, windowMs: MINUTE },
      ],
    });
    expect(await statuses(4, () => call("/api/account/profile"))).toEqual([200, 200, 429, 429]);
    expect(await statuses(4, () => call("/api/competition/status"))).toEqual([200, 200, 200, 429]);
  });

  test("names the later end if two windows are full, whichever comes first", async () => {
    const two = [
      { scope: "all", count: 1, windowMs: HOUR },
      { scope: "account", count: 1, windowMs: MINUTE },
    ] as const;
    for (const rateLimits of [two, two.toReversed()]) {
      const { call } = await startService({ rateLimits });
      await call("/api/account/profile");
      expect((await call("/api/account/profile")).headers.get("retry-after")).toBe("3600");
    }
  });
});

describe("the limits do not count", () => {
  const one = { rateLimits: [{ scope: "all", count: 1, windowMs: MINUTE }] as const };
  const used = async ({ call }: TestService): Promise<number> => (await call("/api/competition/status")).status;

  test("requests without a valid key", async () => {
    const service = await startService(one);
    await passed(5, () => service.call("/api/account/profile", {}, null));
    expect(await used(service)).toBe(200);
  });

  test("health calls", async () => {
    const service = await startService(one);
    expect(await statuses(5, () => service.call("/api/health"))).toEqual([200, 200, 200, 200, 200]);
    expect(await used(service)).toBe(200);
  });

  test("executes while no competition is active", async () => {
    const service = await startService({ ...one, competitions: [] });
    expect(await statuses(3, () => service.execute(swap))).toEqual([403, 403, 403]);
    expect(await used(service)).toBe(200);
  });

  test("paths that do not exist", async () => {
    const service = await startService(one);
    expect(await statuses(3, () => service.call("/api/nothing"))).toEqual([404, 404, 404]);
    expect(await used(service)).toBe(200);
  });
});

describe("the limits are a setting", () => {
  test("off limits nothing, and prints nothing", async () => {
    const { call, read } = await startService({ rateLimits: "off" });
    expect(await passed(200, () => call("/api/account/profile"))).toBe(200);
    expect(await read("/api/competition/rules")).toMatchObject({ rules: { rateLimits: [] } });
  });

  test("those that are enforced are printed, in the words that the client reads", async () => {
    const { read } = await startService();
    const { rules } = decodeAnswer("getRules", await read("/api/competition/rules"));
    expect(rules.rateLimits).toContain("100 requests per 60 seconds per endpoint");
    expect(parseRules(rules, START).rateLimits).toEqual(PUBLIC_RATE_LIMITS);
    expect(parseRules(rules, START).unread).toEqual([]);
  });

  test("the limit of each endpoint is printed and not enforced", async () => {
    const { call } = await startService({ rateLimits: [{ scope: "each", count: 2, windowMs: MINUTE }] });
    expect(await passed(10, () => call("/api/account/profile"))).toBe(10);
  });

  test("a window of part of a second is enforced, and not printed", async () => {
    const { call, read } = await startService({ rateLimits: [{ scope: "account", count: 1, windowMs: 500 }] });
    expect(await statuses(2, () => call("/api/account/profile"))).toEqual([200, 429]);
    expect(await read("/api/competition/rules")).toMatchObject({ rules: { rateLimits: [] } });
  });
});
