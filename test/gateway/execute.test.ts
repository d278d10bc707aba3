import { afterEach, describe, expect, test } from "vitest";
import { SERVICE_ERRORS } from "../../src/contract/index.js";
import { Decimal } from "../../src/core/number/decimal.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import type { Gateway } from "../../src/gateway/gateway.js";
import type { GatewayOptions } from "../../src/gateway/options.js";
import type { ExecuteRequest } from "../../src/model/trade.js";
import { error, gatewayFor, PRICE, serve, TRADE, USDC, WETH, type LocalService, type Reply } from "./service.js";

let service: LocalService | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await service?.close();
});

async function against(reply: Reply, options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  service = await serve(() => reply);
  gateway = gatewayFor(service.url, options);
  return gateway;
}

const REQUEST: ExecuteRequest = {
  from: "USDC.eth",
  to: "WETH.eth",
  amount: new Decimal("100"),
  reason: "[abcd-7k2m9x] because",
};

test("the request names tokens, both chains, a plain amount and the reason, and is a JSON POST", async () => {
  const gateway = await against({ body: { success: true, transaction: TRADE } });
  await gateway.execute({ ...REQUEST, amount: new Decimal("0.0000001"), slippageTolerance: 0.000_000_5 });
  expect(service?.received[0]).toMatchObject({ method: "POST", path: "/api/trade/execute" });
  expect(service?.received[0]?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(service?.received[0]?.body ?? "")).toEqual({
    fromToken: USDC,
    toToken: WETH,
    amount: "0.0000001",
    reason: "[abcd-7k2m9x] because",
    slippageTolerance: "0.0000005",
    fromChain: "evm",
    fromSpecificChain: "eth",
    toChain: "evm",
    toSpecificChain: "eth",
  });
});

test("200 with the trade is filled, with the service's amounts to the last digit", async () => {
  const transaction = { ...TRADE, toAmount: 0.0333333333333333 };
  const result = await (await against({ body: { success: true, transaction } })).execute(REQUEST);
  expect(result).toMatchObject({ kind: "filled", trade: { id: "trade-1", from: "USDC.eth", to: "WETH.eth" } });
  expect(result.kind === "filled" && result.trade.toAmount.toFixed()).toBe("0.0333333333333333");
});

describe("a refusal that is known to come before any trade is rejected, with its code", () => {
  test.each([
    [401, "Invalid API key. Use …", "UNAUTHORIZED"],
    [403, "Your team has been deactivated from the competition: x", "DEACTIVATED"],
    [403, "Your team has been deactivated from the competition: Competition A (b) ended", "COMPETITION_ENDED"],
    [403, "No active competition", "NO_COMPETITION"],
    [429, "Rate limit exceeded. Try again in 3 seconds.", "RATE_LIMITED"],
    [400, "Missing required parameter: reason", "MISSING_FIELD"],
    [400, "Amount must be a positive number", "BAD_AMOUNT"],
    [400, "Trade amount too small (minimum: 0.000001)", "TOO_SMALL"],
    [400, "Cannot trade between identical tokens", "SAME_TOKEN"],
    [400, "Unable to determine price for tokens", "NO_PRICE"],
    [400, "Cross-chain trading is disabled. Both tokens must be on the same blockchain.", "CROSS_CHAIN"],
    [400, "Insufficient balance", "INSUFFICIENT_BALANCE"],
    [400, "Trade exceeds maximum size (25% of portfolio value)", "OVER_CAP"],
    [400, "Slippage exceeds tolerance", "SLIPPAGE"],
  ])("%d %s", async (status, text, code) => {
    const result = await (await against({ status, body: error(text) })).execute(REQUEST);
    expect(result).toEqual({ kind: "rejected", code, text });
  });
});

describe("everything else is unknown, and was sent once", () => {
  test.each<[string, Reply, number?]>([
    ["a known text with another status", { status: 500, body: error("Insufficient balance") }],
    ["a 400 with an unknown text", { status: 400, body: error("Something else") }],
    ["a 401 in HTML", { status: 401, body: "<html>" }],
    ["a 404", { status: 404, body: "<html>" }],
    ["a 409", { status: 409, body: error("conflict") }],
    ["a 429 of a proxy", { status: 429, body: "" }],
    ["a 500", { status: 500, body: "" }],
    ["a 504", { status: 504, body: "<html>" }],
    ["a redirect", { status: 307, headers: { location: "/elsewhere" }, body: "" }],
    ["an empty 200", { body: "" }],
    ["half a body", { body: '{"success":true,"transaction":{"id":"' }],
    ["a trade with wrong types", { body: { success: true, transaction: { ...TRADE, toAmount: "1" } } }],
    ["a 200 that says success false", { body: { success: false, transaction: TRADE } }],
    ["a trade that failed", { body: { success: true, transaction: { ...TRADE, success: false, error: "late" } } }],
    ["a trade of other tokens", { body: { success: true, transaction: { ...TRADE, toToken: USDC } } }],
    ["a trade on another chain", { body: { success: true, transaction: { ...TRADE, toSpecificChain: "base" } } }],
    ["a connection that breaks", (response) => response.socket?.resetAndDestroy()],
    ["an answer that never comes", () => undefined, 1_000],
  ])("%s", async (_case, reply, deadlineMs = 60_000) => {
    const gateway = await against(reply, { deadlineMs, retry: { retries: 3, backoffMs: 1 } });
    const result = await gateway.execute(REQUEST);
    expect(result.kind).toBe("unknown");
    expect(result.kind === "unknown" && result.error).toBeInstanceOf(Error);
    expect(service?.received).toHaveLength(1);
  });

  test("a connection that is refused", async () => {
    await (await against({ body: "" })).close();
    await service?.close();
    gateway = gatewayFor(service?.url ?? "");
    expect((await gateway.execute(REQUEST)).kind).toBe("unknown");
  });

  test("a caller that aborts during the request", async () => {
    const gateway = await against(() => undefined);
    const controller = new AbortController();
    const result = gateway.execute(REQUEST, { signal: controller.signal });
    await expect.poll(() => service?.received.length).toBe(1);
    controller.abort(new Error("stop"));
    expect(await result).toMatchObject({ kind: "unknown", error: { message: "stop" } });
  });
});

describe("what was never sent is rejected, because certainly no trade was made", () => {
  test("an aborted caller", async () => {
    const gateway = await against({ body: "" });
    const result = await gateway.execute(REQUEST, { signal: AbortSignal.abort(new Error("stop")) });
    expect(result).toEqual({ kind: "rejected", code: "NOT_SENT", text: "stop" });
    expect(service?.received).toHaveLength(0);
  });

  test("a caller that stops waiting for a rate limit", async () => {
    const limits = { overrides: { trade: [{ count: 1, windowMs: 60_000 }] } };
    const gateway = await against({ body: { success: true, transaction: TRADE } }, { limits });
    await gateway.execute(REQUEST);
    const controller = new AbortController();
    const waiting = gateway.execute(REQUEST, { signal: controller.signal });
    controller.abort(new Error("too slow"));
    expect(await waiting).toMatchObject({ kind: "rejected", code: "NOT_SENT" });
    expect(service?.received).toHaveLength(1);
  });

  test("a request whose time was over before it left, even if its clock stood still", async () => {
    const limits = { overrides: { trade: [{ count: 1, windowMs: 60_000 }] } };
    const gateway = await against({ body: { success: true, transaction: TRADE } }, { limits });
    const late = await gateway.execute(REQUEST, { sendBy: Date.now() - 1 });
    expect(late).toMatchObject({ kind: "rejected", code: "NOT_SENT" });
    expect(late.kind === "rejected" && late.text).toMatch(/^executeTrade was not sent: its time was over at /);
    expect(service?.received).toHaveLength(0);
    expect(await gateway.execute(REQUEST, { sendBy: Date.now() + 60_000 })).toMatchObject({ kind: "filled" });
  });

  test("a token that cannot be named, a closed gateway", async () => {
    const gateway = await against({ body: "" });
    expect(await gateway.execute({ ...REQUEST, to: "NOPE.eth" })).toMatchObject({ code: "NOT_SENT" });
    await gateway.close();
    expect(await gateway.execute(REQUEST)).toMatchObject({ code: "NOT_SENT" });
    expect(service?.received).toHaveLength(0);
  });
});

describe("after a sleep of the machine during an answer, which no timer counted,", () => {
  async function asleep(body: unknown, status = 200): Promise<Gateway> {
    let slept = 0;
    service = await serve((_request, count) => {
      if (count === 1) slept = 3_600_000;
      return { status, body };
    });
    gateway = gatewayFor(service.url, {
      wall: { now: () => Date.now() + slept, at: (at, run) => systemClock.at(at - slept, run) },
    });
    return gateway;
  }

  test("a read is sent again, because its answer is from before the sleep", async () => {
    const gateway = await asleep(PRICE);
    expect(await gateway.price("WETH.eth")).toMatchObject({ usd: PRICE.price });
    expect(service?.received).toHaveLength(2);
  });

  test("a refused read is sent again too", async () => {
    const gateway = await asleep(error("No price found"), 404);
    await gateway.price("WETH.eth").catch(() => {});
    expect(service?.received).toHaveLength(2);
  });

  test("a 429 pauses all the same", async () => {
    const gateway = await asleep(error("Too many requests"), 429);
    void gateway.price("WETH.eth").catch(() => {});
    await expect.poll(() => gateway.limitsLeft().price).toBe(0);
    expect(service?.received).toHaveLength(1);
  });

  test("a trade is made once, as usual", async () => {
    const gateway = await asleep({ success: true, transaction: TRADE });
    expect(await gateway.execute(REQUEST)).toMatchObject({ kind: "filled" });
    expect(service?.received).toHaveLength(1);
  });
});

test("a trade may use the reserve, and a read may not", async () => {
  const limits = { overrides: { trade: [{ count: 10, windowMs: 60_000 }] }, reservePercent: 10 };
  const gateway = await against({ body: { success: true, transaction: TRADE } }, { limits, retry: { retries: 0 } });
  for (let i = 0; i < 9; i++) await gateway.quote(REQUEST).catch(() => null);
  expect((await gateway.execute(REQUEST)).kind).toBe("filled");
});

test("exactly the refusals that the contract knows to come before a trade are rejected", async () => {
  for (const { status, shown, rejection } of Object.values(SERVICE_ERRORS)) {
    const result = await (
      await against({ status, headers: { "retry-after": "1" }, body: error(shown) })
    ).execute(REQUEST);
    // NO_RULES has the text of NO_COMPETITION with another status: an execute never answers it.
    expect(result).toMatchObject(rejection === null ? { kind: "unknown" } : { kind: "rejected", code: rejection });
    await gateway?.close();
    await service?.close();
  }
});
