import { afterEach, describe, expect, test } from "vitest";
import type { FaultEntry } from "../../../src/sandbox/index.js";
import {
  BALANCES,
  EXECUTE,
  json,
  PORTFOLIO,
  PRICE,
  scene,
  SECOND,
  START,
  STATUS,
  TRADES,
  type Scene,
} from "./scene.js";

let open: Scene | undefined;
afterEach(async () => {
  await open?.close();
});

const begin = (...faults: FaultEntry[]): Scene => (open = scene(faults));

describe.each(["raw", "ask"] as const)("an answer (%s)", (way) => {
  test("is a 5xx before the trade, and none is made", async () => {
    const scene = begin({ kind: "error-before", status: 502, body: "html" });
    const answer = await scene[way](EXECUTE);
    expect(answer).toMatchObject({ status: 502, headers: { "content-type": "text/html" } });
    expect(answer.body).toContain("502 Bad Gateway");
    expect(answer.headers["date"]).toBe(new Date(START).toUTCString());
    expect(scene.made()).toEqual([]);
  });

  test("is a 5xx after the trade, which is made", async () => {
    const scene = begin({ kind: "error-after", status: 504, body: "empty" });
    expect(await scene[way](EXECUTE)).toMatchObject({ status: 504, body: "" });
    expect(scene.made()).toHaveLength(1);
  });

  test("that a fault writes instead of the service has the sandbox's date", async () => {
    const date = new Date(START).toUTCString();
    for (const kind of ["error-after", "garbled"] as const) {
      open = scene([kind === "garbled" ? { kind, body: "html" } : { kind }]);
      expect((await open[way](STATUS)).headers["date"]).toBe(date);
      await open.close();
    }
  });

  test("is any of the four statuses with any of the three bodies if none is chosen", async () => {
    const scene = begin({ kind: "error-before" });
    const seen = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const { status, body } = await scene[way](STATUS);
      seen.add(`${status} ${body.slice(0, 1)}`);
    }
    expect([...seen].sort()).toEqual(
      [500, 502, 503, 504].flatMap((status) => ["", "<", "{"].map((b) => `${status} ${b}`)),
    );
  });

  test("is 400 to a trade that was made; a refusal stays what it is, and is not counted", async () => {
    const scene = begin({ kind: "debited-refusal", max: 1 });
    const { exchange } = scene.sandbox;
    const competition = exchange.active()?.id ?? "";
    const answer = await scene[way](EXECUTE);
    expect([answer.status, json(answer)]).toEqual([400, { success: false, error: "Trade execution failed" }]);
    const balance = exchange.balances(scene.sandbox.teams[0]?.teamId ?? "").find(({ token }) => token === "USDC.eth");
    expect(balance?.sent).toBe(4900);
    await exchange.end(competition);
    expect((await scene[way](EXECUTE)).status).toBe(403);
    expect(scene.sandbox.faults.counts()).toEqual({ "debited-refusal": 1 });
  });

  test.each([
    ["half", /^\{"success":true[^]*[^}]$/],
    ["html", /^<!doctype html>/],
    ["empty", /^$/],
    ["text", /^OK$/],
    ["list", /^\[\]$/],
    ["null", /^null$/],
  ] as const)("is garbled: %s", async (body, pattern) => {
    const scene = begin({ kind: "garbled", body });
    const answer = await scene[way](EXECUTE);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(pattern);
    expect(answer).not.toMatchObject({ whole: false });
    expect(scene.made()).toHaveLength(1);
  });

  test("is an empty trade list", async () => {
    const scene = begin({ kind: "empty-trades", skip: 1 });
    await scene[way](EXECUTE);
    expect(json(await scene[way](TRADES))).toMatchObject({ trades: [{ reason: "a test" }] });
    expect(json(await scene[way](TRADES))).toMatchObject({ success: true, trades: [] });
  });

  test.each([
    ["empty", []],
    ["doubled", ["eth 4900", "eth 4900", "base 5000", "base 5000", "svm 5000", "svm 5000", "eth 0.05", "eth 0.05"]],
    ["zeros", ["eth 0", "base 0", "svm 0", "eth 0"]],
  ] as const)("is a wrong list of balances (%s), until its time is over", async (change, rows) => {
    const scene = begin({ kind: "balances", change, for: "30s" });
    await scene[way](EXECUTE);
    const listed = async () =>
      (json(await scene[way](BALANCES))["balances"] as { specificChain: string; amount: number }[]).map(
        ({ specificChain, amount }) =>
          `${specificChain} ${amount === 0 ? 0 : Number(amount.toPrecision(2)) === 0.05 ? 0.05 : amount}`,
      );
    expect(await listed()).toEqual(rows);
    expect(json(await scene[way](PORTFOLIO))["tokens"]).toHaveLength(4);
    scene.clock.runUntil(START + 30 * SECOND);
    expect(await listed()).toHaveLength(4);
    expect(scene.sandbox.faults.counts()).toEqual({ balances: 1 });
  });

  test.each([
    ["one-chain", (rows: readonly object[], all: readonly object[]) => rows.length < all.length],
    ["one-token-missing", (rows: readonly object[], all: readonly object[]) => rows.length === all.length - 1],
  ] as const)("is a list of balances without some, always the same ones (%s)", async (change, lacks) => {
    const scene = begin({ kind: "balances", change, for: "30s" });
    await scene[way](EXECUTE);
    const listed = async () => json(await scene[way](BALANCES))["balances"] as { specificChain: string }[];
    const rows = await listed();
    for (let i = 0; i < 5; i++) expect(await listed()).toEqual(rows);
    scene.clock.runUntil(START + 30 * SECOND);
    const all = await listed();
    expect(lacks(rows, all)).toBe(true);
    expect(all).toEqual(expect.arrayContaining(rows));
    if (change === "one-chain") expect(new Set(rows.map(({ specificChain }) => specificChain)).size).toBe(1);
  });

  test("is a trade list that lags behind", async () => {
    const scene = begin({ kind: "lagging-trades", by: "30s" });
    const { clock } = scene;
    const listed = async () => (json(await scene[way](TRADES))["trades"] as { reason: string }[]).map((t) => t.reason);
    await scene[way](EXECUTE, "first");
    clock.runUntil(START + 20 * SECOND);
    await scene[way](EXECUTE, "second");
    expect(await listed()).toEqual([]);
    clock.runUntil(START + 30 * SECOND);
    expect(await listed()).toEqual(["first"]);
    clock.runUntil(START + 50 * SECOND);
    expect(await listed()).toEqual(["second", "first"]);
    expect(scene.sandbox.faults.counts()).toEqual({ "lagging-trades": 2 });
  });

  test("is an earlier answer again", async () => {
    const scene = begin({ kind: "stale", operations: ["getPortfolio", "getBalances"], age: "1m" });
    const before = await scene[way](BALANCES);
    const portfolio = json(await scene[way](PORTFOLIO));
    await scene[way](EXECUTE);
    scene.clock.runUntil(START + 60 * SECOND);
    expect((await scene[way](BALANCES)).body).toBe(before.body);
    expect(json(await scene[way](PORTFOLIO))).toEqual(portfolio);
    scene.clock.runUntil(START + 61 * SECOND);
    expect(json(await scene[way](BALANCES))).not.toEqual(json(before));
    expect(scene.sandbox.faults.counts()).toEqual({ stale: 2 });
  });

  test("is an old price with a new timestamp", async () => {
    const scene = begin({ kind: "stale", operations: "price", age: "1h" });
    const { timestamp, ...price } = json(await scene[way](PRICE));
    scene.clock.runUntil(START + 60 * SECOND);
    const { timestamp: later, ...again } = json(await scene[way](PRICE));
    expect(again).toEqual(price);
    expect(Date.parse(String(later)) - Date.parse(String(timestamp))).toBe(60 * SECOND);
  });

  test.each([
    ["both", ["retry-after", "x-ratelimit-reset"]],
    ["retry-after", ["retry-after"]],
    ["none", []],
  ] as const)("is 429 with the headers %s", async (headers, names) => {
    const scene = begin({ kind: "rate-limited", headers, retryAfter: "7s" });
    const answer = await scene[way](EXECUTE);
    expect([answer.status, json(answer)["error"]]).toEqual([429, "Rate limit exceeded. Try again in 7 seconds."]);
    expect(Object.keys(answer.headers).filter((name) => /^(retry|x-rate)/.test(name))).toEqual(names);
    if (headers === "both") expect(answer.headers["x-ratelimit-reset"]).toBe(String(START + 7 * SECOND));
    expect(scene.made()).toEqual([]);
  });

  test("is 429 before the printed limits are used up", async () => {
    const scene = begin({ kind: "tight-limits", share: 0.1 });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await scene[way](BALANCES)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await scene[way](EXECUTE)).status).toBe(200);
    scene.clock.runUntil(START + 20 * SECOND);
    expect((await scene[way](BALANCES)).headers["retry-after"]).toBe("40");
    scene.clock.runUntil(START + 60 * SECOND);
    expect((await scene[way](BALANCES)).status).toBe(200);
    expect(scene.sandbox.faults.counts()).toEqual({ "tight-limits": 3 });
  });
});
