import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { silentLog } from "../../src/core/log.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { syntheticMarket } from "../../src/tape/index.js";

const START = Date.UTC(2025, 0, 1);

const options = (more: Partial<SandboxOptions> = {}): SandboxOptions => ({
  clock: new SimulatedClock(START),
  registry: new TokenRegistry(KNOWN_TOKENS),
  market: syntheticMarket({ seed: "test", start: START }),
  ...more,
});

test("a fault of the sandbox itself is a JSON 500 without details, and is logged", async () => {
  const logged: string[] = [];
  const market = {
    tokens: ["WETH.eth"],
    priceAt(): number {
      throw new Error("the market broke");
    },
  };
  const log = { ...silentLog, error: (message: string) => void logged.push(message) };
  const sandbox = createSandbox(options({ market, log, competitions: [] }));
  const headers = { authorization: `Bearer ${sandbox.teams[0]?.apiKey ?? ""}` };
  const answer = await sandbox.handle({ method: "GET", path: "/api/price?token=0xabc&specificChain=eth", headers });
  expect(answer.status).toBe(200);
  const { address } = options().registry.resolve("WETH.eth");
  const failed = await sandbox.handle({ method: "GET", path: `/api/price?token=${address}`, headers });
  expect(failed).toMatchObject({ status: 500, body: '{"success":false,"error":"Internal server error"}' });
  expect(logged).toEqual(["A request failed because of a bug in the sandbox"]);
  await sandbox.close();
});

describe("a sandbox that is closed", () => {
  test("leaves no timer on its clock", async () => {
    const clock = new SimulatedClock(START);
    const sandbox = createSandbox(
      options({ clock, houseTeams: true, competitions: [{ startIn: 0, duration: 1e6 }, { startIn: 5e6 }] }),
    );
    expect(clock.next()).not.toBeNull();
    await sandbox.close();
    expect(clock.next()).toBeNull();
  });

  test("leaves no timer if it could not be created, for its second competition", () => {
    const clock = new SimulatedClock(START);
    const wrong = { startIn: 2e6, settings: { maxTradeShare: 2 } };
    expect(() => createSandbox(options({ clock, competitions: [{ startIn: 1e6 }, wrong] }))).toThrow(/maxTradeShare/);
    expect(clock.next()).toBeNull();
  });

  test("does not wait for connections that stay open", async () => {
    const sandbox = createSandbox(options());
    const url = await sandbox.listen(0);
    const answer = await fetch(`${url}/api/health`, { headers: { connection: "keep-alive" } });
    await answer.text();
    await sandbox.close();
    await expect(fetch(`${url}/api/health`)).rejects.toThrow();
  });
});

describe("the settings of a sandbox", () => {
  test("are refused if they cannot be used", () => {
    expect(() => createSandbox(options({ settings: { maxTradeShare: 2 } }))).toThrow(
      expect.objectContaining({ code: "VENUE_SETTINGS" }),
    );
    expect(() => createSandbox(options({ teams: [{ name: "A" }, { name: "A" }] }))).toThrow(
      expect.objectContaining({ code: "VENUE_TEAM" }),
    );
  });

  test("give the same ids, prices and fills for the same seed", async () => {
    const world = async (seed: string): Promise<string> => {
      const sandbox = createSandbox(options({ seed, keySeed: "k", teams: 2 }));
      const headers = { authorization: `Bearer ${sandbox.teams[0]?.apiKey ?? ""}`, "content-type": "application/json" };
      const [from, to] = ["USDC.eth", "WETH.eth"].map((name) => options().registry.resolve(name).address);
      const body = JSON.stringify({ fromToken: from, toToken: to, amount: "100", reason: "a test" });
      await sandbox.handle({ method: "POST", path: "/api/trade/execute", headers, body });
      const trades = await sandbox.handle({ method: "GET", path: "/api/account/trades", headers });
      await sandbox.close();
      return trades.body;
    };
    expect(await world("a")).toBe(await world("a"));
    expect(await world("a")).not.toBe(await world("b"));
  });
});
