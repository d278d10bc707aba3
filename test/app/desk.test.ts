import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { askOnce } from "../../src/app/requests/ask.js";
import { examine } from "../../src/app/doctor/run.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { botFolder, sandboxService } from "./bot-files.js";

let sandbox: Sandbox;
let url = "";
let key = "";

beforeAll(async () => {
  ({ sandbox, url, key } = await sandboxService());
});
afterAll(() => sandbox.close());
afterEach(() => vi.unstubAllEnvs());

/** A config for the service, with the key in the environment. */
function live(more = ""): { config: string; folder: string } {
  vi.stubEnv("TEST_KEY", key);
  const { file, folder } = botFolder(`service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\n${more}`);
  return { config: file, folder };
}

describe("a question without a bot", () => {
  it("needs the key, and nothing that only a bot needs", async () => {
    const strategy =
      "{ use: sma-cross, allocation: 1, params: { token: '${TEST_ABSENT}' }, secrets: { a: '${TEST_ABSENT}' } }";
    const options = live(`strategies: [${strategy}]\n`);
    expect(await askOnce<"health">({ do: "health" }, options)).toMatchObject({ status: "ok" });
    const { file } = botFolder(`service: { baseUrl: "${url}", key: "\${TEST_ABSENT}" }\n`);
    await expect(askOnce<"health">({ do: "health" }, { config: file })).rejects.toThrow("TEST_ABSENT is not set");
  });

  it("goes to the service itself", async () => {
    const options = live();
    expect(await askOnce<"balances">({ do: "balances" }, options)).toEqual({
      balances: expect.arrayContaining([{ token: "USDC.eth", amount: "5000" }]),
    });
    expect(await askOnce<"status">({ do: "status" }, options)).toMatchObject({ active: true, bot: null, service: url });
    expect(await askOnce<"health">({ do: "health" }, options)).toMatchObject({ status: "ok" });
    expect(await askOnce<"read">({ do: "read", read: "rules" }, options)).toMatchObject({
      maxTradeShare: 0.25,
      source: "service",
    });
    expect(await askOnce<"leaderboard">({ do: "leaderboard" }, options)).toMatchObject({ standings: [{ rank: 1 }] });
    expect(await askOnce<"profile">({ do: "profile" }, options)).toMatchObject({ name: "Team 1" });
    expect(await askOnce<"read">({ do: "read", read: "upcoming" }, options)).toEqual([]);
    expect(await askOnce<"read">({ do: "read", read: "portfolio" }, options)).toMatchObject({
      totalValue: expect.any(Number),
    });
    expect(await askOnce<"price">({ do: "price", token: "WETH.eth" }, options)).toMatchObject({
      usd: expect.any(Number),
    });
    expect(await askOnce<"token">({ do: "token", token: "SOL" }, options)).toMatchObject({
      token: "SOL.svm",
      chain: "svm",
    });
    expect(
      await askOnce<"quote">({ do: "quote", from: "USDC.eth", to: "WETH.eth", amount: "100" }, options),
    ).toMatchObject({ fromAmount: "100", slippage: expect.any(Number) });
    const change = { do: "set-profile", contactPerson: "Ada" } as const;
    expect(await askOnce<"set-profile">(change, options)).toMatchObject({ contactPerson: "Ada" });
  });

  it("can be a swap, which goes through books, journal and protocol", async () => {
    const options = live();
    const swap = { do: "swap", from: "USDC.eth", to: "WETH.eth", amount: "100", reason: "verification trade" } as const;
    const { outcomes } = await askOnce<"swap">(swap, options);
    expect(outcomes).toMatchObject([{ status: "filled", fromAmount: "100", from: "USDC.eth" }]);
    const { trades } = await askOnce<"trades">({ do: "trades" }, options);
    expect(trades[0]).toMatchObject({
      fromAmount: "100",
      reason: expect.stringMatching(/^\[[0-9a-z-]{11}\] verification trade$/),
    });
  });

  it("for a swap needs the strategies' names: a strategy it did not know would lose its book", async () => {
    const options = live("strategies: [{ use: rebalance, name: '${TEST_ABSENT}', allocation: 1 }]\n");
    const swap = { do: "swap", from: "USDC.eth", to: "WETH.eth", amount: "100", reason: "r" } as const;
    await expect(askOnce(swap, options)).rejects.toThrow("TEST_ABSENT is not set");
    expect(readdirSync(options.folder)).toEqual(["contender.yaml"]);
  });

  it.each([
    ["an unknown token", { do: "price", token: "NOPE.eth" }, "UNKNOWN_TOKEN"],
    ["no amount", { do: "quote", from: "USDC.eth", to: "WETH.eth", amount: "all" }, "USAGE"],
    ["amount nothing", { do: "quote", from: "USDC.eth", to: "WETH.eth", amount: "0" }, "USAGE"],
    [
      "too small for the service",
      { do: "quote", from: "USDC.eth", to: "WETH.eth", amount: "0.0000000000000009" },
      "USAGE",
    ],
    ["nothing to change", { do: "set-profile" }, "USAGE"],
    ["a key that cannot be rotated", { do: "rotate-key" }, "KEY_NOT_ROTATABLE"],
    ["an unknown competition", { do: "leaderboard", competition: "00000000-0000-4000-8000-000000000000" }, "NOT_FOUND"],
    [
      "a trade that was not executed",
      { do: "resolve", intent: "zzzzzz", verdict: "not-executed", trade: "t", reason: "r" },
      "USAGE",
    ],
    ["an intent that does not exist", { do: "resolve", intent: "zzzzzz", verdict: "filled", reason: "r" }, "RESOLVE"],
  ] as const)("with %s is refused with its code", async (_what, request, code) => {
    await expect(askOnce(request, live())).rejects.toMatchObject({ code });
  });

  it("is refused if the sandbox lives only with its bot", async () => {
    const { file } = botFolder("service: { sandbox: {} }\n");
    await expect(askOnce({ do: "status" }, { config: file })).rejects.toMatchObject({ code: "NO_BOT" });
  });

  it("with a wrong key is refused with that reason", async () => {
    const { config } = live();
    vi.stubEnv("TEST_KEY", "0000000000000000_0000000000000000");
    await expect(askOnce({ do: "balances" }, { config })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("that reaches no server is refused with that reason", async () => {
    vi.stubEnv("TEST_KEY", key);
    const { file } = botFolder('service: { baseUrl: "http://127.0.0.1:1", key: "${TEST_KEY}" }\n');
    await expect(askOnce({ do: "health" }, { config: file })).rejects.toMatchObject({ code: "NETWORK" });
  });
});

describe("a key in a file", () => {
  it("is changed there, and the new one works", async () => {
    const service = await sandboxService();
    try {
      const { file, folder } = botFolder(`service: { baseUrl: "${service.url}", keyFile: ./key }\n`);
      const keyFile = join(folder, "key");
      writeFileSync(keyFile, service.key, { mode: 0o600 });
      expect(await askOnce<"rotate-key">({ do: "rotate-key" }, { config: file })).toEqual({ rotated: true, keyFile });
      expect(readFileSync(keyFile, "utf8").trim()).not.toBe(service.key);
      await expect(askOnce({ do: "balances" }, { config: file })).resolves.toBeDefined();
    } finally {
      await service.sandbox.close();
    }
  });

  it("that others may read is refused", async () => {
    const { file, folder } = botFolder(`service: { baseUrl: "${url}", keyFile: ./key }\n`);
    writeFileSync(join(folder, "key"), key);
    chmodSync(join(folder, "key"), 0o644);
    await expect(askOnce({ do: "balances" }, { config: file })).rejects.toMatchObject({ code: "KEY_SOURCE" });
  });
});

describe("the doctor", () => {
  it("finds nothing wrong where nothing is", async () => {
    const { findings, exitCode } = await examine(live().config);
    expect(findings.filter(({ status }) => status === "fail")).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        "Node.js",
        "config",
        "strategies",
        "data folder",
        "journal",
        "key",
        "service",
        "clock",
        "competition",
        "rules",
      ]),
    );
    expect(exitCode).toBe(0);
  });

  it("goes on after a failure, and gives its exit code", async () => {
    const { config } = live("strategies: [{ use: nope, allocation: 1 }]\n");
    const { findings, exitCode } = await examine(config);
    expect(findings.find(({ check }) => check === "strategies")).toMatchObject({ status: "fail", code: "CONFIG" });
    expect(findings.find(({ check }) => check === "service")).toMatchObject({ status: "ok" });
    expect(exitCode).toBe(2);
  });

  it("reports a wrong key", async () => {
    const { config } = live();
    vi.stubEnv("TEST_KEY", "0000000000000000_0000000000000000");
    const { findings, exitCode } = await examine(config);
    expect(findings.at(-1)).toMatchObject({ check: "service", status: "fail", code: "UNAUTHORIZED" });
    expect(exitCode).toBe(3);
  });

  it("reports a missing config", async () => {
    const { findings, exitCode } = await examine("/nowhere/contender.yaml");
    expect(findings.at(-1)).toMatchObject({ check: "config", status: "fail" });
    expect(exitCode).toBe(2);
  });
});
