import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { sleep } from "../../src/core/time/clock.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { hasRealData, realFile } from "../tape/real-data.js";
import { judgeHandles } from "../torture/soak/judge.js";
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

interface JournalTrade {
  readonly intent: string;
  readonly trade: ListedTrade<string> & { readonly at: number };
}

/** As either profile sends it. */
interface ListedBalance {
  readonly token?: string;
  readonly tokenAddress?: string;
  readonly specificChain: string;
  readonly amount: number;
}

/** What the service lists of one moment. */
interface Lists {
  readonly trades: readonly ListedTrade[];
  readonly balances: readonly ListedBalance[];
}

/** Of the machine's time, between two readings of the service's lists while the bot runs. */
const READ_EVERY_MS = 250;

describe.skipIf(!hasRealData)("three days on real bars (needs the shared market data)", () => {
  let folder: string;
  let sandbox: Running;
  let bot: Finished;
  const service: { url: string; apiKey: string } = { url: "", apiKey: "" };
  /** The service's lists as they were last read. On `deployed` they can be read until the competition ends, no later. */
  let lists: Lists = { trades: [], balances: [] };
  const ask = async <T>(path: string): Promise<T | null> => {
    const answer = await fetch(`${service.url}/api${path}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
    return answer.ok ? ((await answer.json()) as T) : null;
  };
  const readLists = async (): Promise<void> => {
    const before = await ask<Pick<Lists, "trades">>("/account/trades");
    const held = await ask<Pick<Lists, "balances">>("/account/balances");
    const after = await ask<Pick<Lists, "trades">>("/account/trades");
    // Both are of one moment where no trade came between.
    if (before === null || held === null || before.trades.length !== after?.trades.length) return;
    lists = { trades: after.trades, balances: held.balances };
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
    const running = start(["start", "--config", `${configs}/bot.yaml`], options);
    const state = { over: false };
    const ended = running.finished.finally(() => (state.over = true));
    while (!state.over) {
      await readLists();
      await sleep(systemClock, READ_EVERY_MS);
    }
    bot = await ended;
    await readLists();
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

  /** The journal's trades, oldest first: those that the service listed when it was last read, and later ones. */
  const journalled = async (): Promise<{ listed: JournalTrade[]; later: JournalTrade[] }> => {
    const { trades } = await json<{ trades: JournalTrade[] }>("journal", "trades");
    const ids = new Set(lists.trades.map(({ id }) => id));
    return {
      listed: trades.filter(({ trade }) => ids.has(trade.id)),
      later: trades.filter(({ trade }) => !ids.has(trade.id)),
    };
  };

  it("has every trade of the service's list in its journal with its reason, and no other, and at least fifty", async () => {
    const { listed, later } = await journalled();
    const essence = (list: readonly ListedTrade<unknown>[]) =>
      list.map(({ id, reason, fromAmount, toAmount }) => [id, reason, Number(fromAmount), Number(toAmount)]).sort();
    expect(lists.trades.length).toBeGreaterThanOrEqual(50);
    expect(essence(listed.map(({ trade }) => trade))).toEqual(essence(lists.trades));
    for (const trade of lists.trades) expect(trade.reason).toMatch(/^\[[0-9a-z]{4}-[0-9a-z]{6}\] \S/);
    const newest = Math.max(...listed.map(({ trade }) => trade.at));
    for (const { trade } of later) expect(trade.at).toBeGreaterThan(newest);
    if (testProfile() === "document") expect(later).toEqual([]);
  });

  it("has books that add up to the service's balances, to the last digit that it sends", async () => {
    const later = new Set((await journalled()).later.map(({ intent }) => intent));
    const { books } = await json<{ books: { token: string; change: string; intent: string | null }[] }>(
      ...["journal", "books"],
    );
    const sums = new Map<string, bigint>();
    for (const { token, change, intent } of books)
      if (intent === null || !later.has(intent)) sums.set(token, (sums.get(token) ?? 0n) + scaled(change));
    const own = [...sums].filter(([, sum]) => sum !== 0n).map(([token, sum]) => [token, unscaled(sum)]);
    const sent = lists.balances
      .filter(({ amount }) => amount !== 0)
      .map(({ token, tokenAddress = token, specificChain, amount }) => [nameOf(tokenAddress, specificChain), amount]);
    expect(own.sort()).toEqual(sent.sort());
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
    const { stdout, code } = await contender("journal", "explain", lists.trades[0]!.id);
    expect(code).toBe(0);
    for (const part of ["because", "evidence", "params", "price known", "risk control", "quoted", "SENT", "FILLED"])
      expect(stdout).toContain(part);
    const unknown = await contender("journal", "explain", "nosuch");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("contender journal intents");
  });

  it("holds no more files and sockets at the end of the competition than after six hours of it", () => {
    const samples = samplesOf(`${folder}/probe.jsonl`, (PROBE_MS * SPEED) / 3_600_000);
    expect(samples.length).toBeGreaterThan(20);
    expect(judgeHandles(samples, 6)).toEqual([]);
  });

  it("never got a 429", () => {
    expect(sandbox.output().stderr).not.toMatch(/\b429\b/);
    expect(bot.stderr + bot.stdout).not.toMatch(/RATE_LIMITED|rate limit exceeded/i);
  });

  it("never wrote its key", () => {
    expect(bot.stdout + bot.stderr).not.toContain(service.apiKey);
  });
});

const LINK = { name: "LINK.eth", address: "0x514910771AF9Ca656af840dff83E8264EcF986CA", specificChain: "eth" };

/** The name of a token at an address, of those that are traded here. */
function nameOf(address = "", specificChain: string): string | undefined {
  const lower = address.toLowerCase();
  return [...KNOWN_TOKENS, LINK].find(
    (token) => token.address.toLowerCase() === lower && token.specificChain === specificChain,
  )?.name;
}

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
