import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasRealData, realFile } from "../tape/real-data.js";
import { judgeMemory } from "../torture/soak/judge.js";
import { probing, samplesOf } from "../torture/soak/samples.js";
import { end, root, run, start, type Finished, type Running } from "./process.js";
import { testProfile } from "../support/profile.js";
import { emptyFolder } from "../support/empty-folder.js";

/**
 * Issue "A bot competes": the sandbox as its own process on real 5-minute bars, a competition of three
 * days at high speed with four teams, and a bot with all three strategies as another process.
 */
const configs = `${root}config/three-days`;
const env = { CONTENDER_DATA: realFile() };
/** Of both configs. */
const SPEED = 2880;
const PROBE_MS = 1000;

/** As the service sends it, and as the journal's JSON has it: amounts as numbers, and as exact texts. */
interface ListedTrade<Amount = number> {
  readonly id: string;
  readonly fromAmount: Amount;
  readonly toAmount: Amount;
  readonly reason: string;
}

describe.skipIf(!hasRealData)("three days on real bars (needs the shared market data)", () => {
  let folder: string;
  let sandbox: Running;
  let bot: Finished;
  const service: { url: string; apiKey: string } = { url: "", apiKey: "" };
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${service.url}/api${path}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
    return (await answer.json()) as T;
  };
  const botEnv = (): Record<string, string> => ({
    ...env,
    CONTENDER_API_KEY: service.apiKey,
    SANDBOX_URL: service.url,
    CONTENDER_RUN: `${folder}/run`,
  });
  const contender = async (...args: string[]): Promise<Finished> =>
    run([...args, "--config", `${configs}/bot.yaml`], { cwd: folder, env: botEnv() });
  const json = async <T>(...args: string[]): Promise<T> => {
    const { stdout, stderr, code } = await contender(...args, "--json");
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as T;
  };

  beforeAll(async () => {
    folder = emptyFolder();
    const flags = ["--config", `${configs}/sandbox.yaml`, "--profile", testProfile(), "--port", "0", "--json"];
    sandbox = start(["sandbox", ...flags], { cwd: folder, env });
    const ready = JSON.parse((await sandbox.shows(/^\{.*\}$/m))[0]) as { url: string; teams: { apiKey: string }[] };
    service.url = ready.url;
    service.apiKey = ready.teams[0]!.apiKey;
    const probe = probing(`${folder}/probe.jsonl`, PROBE_MS);
    const options = { cwd: folder, env: { ...botEnv(), ...probe.env }, node: probe.args };
    bot = await run(["start", "--config", `${configs}/bot.yaml`], options);
  }, 180_000);
  afterAll(async () => {
    await end(sandbox, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  it("ends by itself with exit code 0 when the competition does, and prints the final standing", () => {
    expect(bot.code, bot.stderr).toBe(0);
    expect(bot.stdout).toMatch(/final standing/i);
    expect(bot.stdout).toContain("Contender");
  });

  it("has every trade of the service's list in its journal with its reason, and no other, and at least fifty", async () => {
    const { trades } = await ask<{ trades: ListedTrade[] }>("/account/trades");
    const journalled = await json<{ trades: { trade: ListedTrade<string> }[] }>("journal", "trades");
    const essence = (list: ListedTrade<unknown>[]) =>
      list.map(({ id, reason, fromAmount, toAmount }) => [id, reason, Number(fromAmount), Number(toAmount)]).sort();
    expect(trades.length).toBeGreaterThanOrEqual(50);
    expect(essence(journalled.trades.map(({ trade }) => trade))).toEqual(essence(trades));
    for (const trade of trades) expect(trade.reason).toMatch(/^\[[0-9a-z]{4}-[0-9a-z]{6}\] \S/);
  });

  it("has books that add up to the service's balances, to the last digit that it sends", async () => {
    const { balances } = await ask<{ balances: { token: string; specificChain: string; amount: number }[] }>(
      "/account/balances",
    );
    const { books } = await json<{ books: { token: string; change: string }[] }>("journal", "books");
    const sums = new Map<string, bigint>();
    for (const { token, change } of books) sums.set(token, (sums.get(token) ?? 0n) + scaled(change));
    const own = [...sums].filter(([, sum]) => sum !== 0n).map(([token, sum]) => [token, unscaled(sum)]);
    const names = await json<{ balances: { token: string; amount: string }[] }>("balances");
    const sent = names.balances
      .map(({ token, amount }) => [token, Number(amount)] as const)
      .filter(([, amount]) => amount !== 0);
    expect(own.sort()).toEqual([...sent].sort());
    expect(sent.map(([, amount]) => amount).sort()).toEqual(
      balances
        .map(({ amount }) => amount)
        .filter((amount) => amount !== 0)
        .sort(),
    );
  });

  it("was decided by all three strategies", async () => {
    const { decisions } = await json<{ decisions: { strategy: string; decision: { kind: string } }[] }>(
      "journal",
      "decisions",
    );
    const acting = new Set(
      decisions.filter(({ decision }) => decision.kind !== "hold").map(({ strategy }) => strategy),
    );
    expect([...acting].sort()).toEqual(["mean-reversion", "rebalance", "sma-cross"]);
  });

  it("replays without a difference", async () => {
    const { runs } = await json<{ runs: { id: string }[] }>("journal", "runs");
    expect(runs).toHaveLength(1);
    const replay = await contender("replay", runs[0]!.id);
    expect(replay.code, replay.stderr).toBe(0);
    expect(replay.stdout).toMatch(/no difference/i);
  });

  it("explains any trade from the journal alone: reason, params, prices, risk, quote and steps", async () => {
    const { trades } = await ask<{ trades: ListedTrade[] }>("/account/trades");
    const { stdout, code } = await contender("journal", "explain", trades[0]!.id);
    expect(code).toBe(0);
    for (const part of ["because", "evidence", "params", "price known", "risk control", "quoted", "SENT", "FILLED"])
      expect(stdout).toContain(part);
    const unknown = await contender("journal", "explain", "nosuch");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("contender journal intents");
  });

  it("keeps no more in memory and holds no more handles at the end of the competition than after six hours of it", () => {
    expect(judgeMemory(samplesOf(`${folder}/probe.jsonl`, (PROBE_MS * SPEED) / 3_600_000), 6)).toEqual([]);
  });

  it("was never answered 429", () => {
    expect(sandbox.output().stderr).not.toMatch(/\b429\b/);
    expect(bot.stderr + bot.stdout).not.toMatch(/RATE_LIMITED|rate limit exceeded/i);
  });

  it("never wrote its key", () => {
    expect(bot.stdout + bot.stderr).not.toContain(service.apiKey);
  });
});

/** A decimal text as a whole number of 10^-40. */
function scaled(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole + fraction.padEnd(40, "0").slice(0, 40));
  return text.startsWith("-") ? -size : size;
}

function unscaled(value: bigint): number {
  const digits = value.toString().padStart(41, "0");
  return Number(`${digits.slice(0, -40)}.${digits.slice(-40)}`);
}
