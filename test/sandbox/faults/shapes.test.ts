import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { decodeAnswer, operations, OPERATION_IDS, type OperationId } from "../../../src/contract/index.js";
import type { FaultEntry } from "../../../src/sandbox/index.js";
import { QUIRK_NAMES, QUIRKS, type Quirk } from "../../../src/sandbox/faults/quirks.js";
import { BALANCES, EXECUTE, json, PORTFOLIO, PRICE, QUOTE, scene, START, STATUS, TOKEN_INFO, TRADES } from "./scene.js";

let open: ReturnType<typeof scene> | undefined;
afterEach(async () => {
  await open?.close();
});

const begin = (...faults: FaultEntry[]) => (open = scene(faults));

/** A request for each operation. */
const lineOf = (id: OperationId): string =>
  ({ getPrice: PRICE, getTokenInfo: TOKEN_INFO, getQuote: QUOTE, executeTrade: EXECUTE })[id as string] ??
  `${operations[id].method} ${operations[id].path}`;

/** Quirks of form alone: what is read is what the interface's own form says. */
const MEANS_THE_SAME = new Set<string>(["chain-case", "token-address", "quote-objects"]);

/** Without those that need a body of another kind, or end the key. */
const ASKED = OPERATION_IDS.filter((id) => id !== "updateProfile" && id !== "resetApiKey");

describe("a quirk of other deployments", () => {
  test.each(QUIRK_NAMES)("%s is sent, and the contract reads it", async (name) => {
    const it = begin();
    await it.ask(EXECUTE);
    const { of = ASKED, write } = QUIRKS[name] as Quirk;
    let differing = 0;
    for (const id of of) {
      const plain = json(await it.ask(lineOf(id))) as JsonObject;
      const written = write(plain);
      const decoded = decodeAnswer(id, written);
      if (MEANS_THE_SAME.has(name)) expect({ id, decoded }).toEqual({ id, decoded: decodeAnswer(id, plain) });
      if (JSON.stringify(written) !== JSON.stringify(plain)) differing++;
    }
    expect(differing).toBeGreaterThan(0);
  });

  test("may come with all the others, over HTTP too", async () => {
    const it = begin({ kind: "dialect" });
    for (const id of ASKED) decodeAnswer(id, json(await it.raw(lineOf(id))));
    const { tokens, totalValue } = json(await it.raw(PORTFOLIO)) as { tokens: { value: number }[]; totalValue: number };
    expect(tokens.some(({ value }) => value === 0)).toBe(true);
    expect(totalValue).toBeLessThan(15_000);
    const [balance] = json(await it.raw(BALANCES))["balances"] as object[];
    expect(balance).toMatchObject({ tokenAddress: expect.any(String), chain: "EVM" });
  });
});

describe("a field of another type than the interface's", () => {
  test.each(["type", "missing", "null"] as const)("is one of all (%s)", async (change) => {
    const it = begin();
    await it.ask(EXECUTE);
    const plain = json(await it.ask(TRADES));
    const [trade] = plain["trades"] as object[];
    it.sandbox.faults.set({ seed: 5, faults: [{ kind: "wrong-types", change }] });
    const seen = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const answer = json(await it.ask(TRADES));
      expect(answer).not.toEqual(plain);
      const [first] = Array.isArray(answer["trades"]) ? (answer["trades"] as object[]) : [];
      for (const name of differences(plain, answer)) seen.add(name);
      for (const name of differences(trade ?? {}, first ?? {})) {
        seen.add(`trade.${name}`);
        if (first === undefined) continue;
        const [was, is] = [trade, first].map((one) => kindOf((one as Record<string, unknown>)[name]));
        if (change === "type") expect([name, is]).not.toEqual([name, was]);
        else expect([name, is]).toEqual([name, change === "null" ? "null" : "undefined"]);
      }
    }
    expect(seen.size).toBeGreaterThan(15);
    expect([...seen]).toEqual(
      expect.arrayContaining(["success", "trades", "trade.id", "trade.reason", "trade.toAmount"]),
    );
  });
});

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);

const differences = (a: object, b: object): string[] => {
  const other = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a)
    .filter(([name, value]) => JSON.stringify(other.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
};

describe.each(["raw", "ask"] as const)("a price (%s)", (way) => {
  test.each([
    ["none", null, null],
    ["zero", 0, 0],
    ["negative", -2000, -1],
    ["tiny", 2e-6, 1e-9],
    ["huge", 2e12, 1e9],
    ["tenth", 200, 0.1],
    ["tenfold", 20_000, 10],
  ] as const)("is %s", async (value, said, ofCash) => {
    const it = begin({ kind: "prices", value, operations: ["price", "getQuote", "getPortfolio"] });
    const ask = async (line: string) => json(await it[way](line));
    expect(await ask(PRICE)).toMatchObject({ success: true, price: said });
    expect(await ask(TOKEN_INFO)).toMatchObject({ price: said });
    const { prices, toAmount } = await ask(QUOTE);
    expect(prices).toMatchObject({ toToken: said });
    expect(Number(toAmount)).toBeCloseTo(0.05, 3);
    expect(await ask(PORTFOLIO)).toMatchObject({ tokens: [{ price: ofCash }, {}, {}] });
  });

  test("is unknown", async () => {
    const it = begin({ kind: "prices", value: "unknown", operations: "all" });
    expect(json(await it[way](PRICE))).toEqual({ success: false });
    expect(json(await it[way](TOKEN_INFO))).toMatchObject({ success: false, price: null, specificChain: null });
    expect(json(await it[way](STATUS))).toMatchObject({ success: true });
  });
});

describe.each(["raw", "ask"] as const)("a clock that is wrong (%s)", (way) => {
  test("shows in the Date header, in the reset of a limit, and in every timestamp", async () => {
    const it = begin(
      { kind: "rate-limited", headers: "both", retryAfter: "3s", operations: "getBalances" },
      { kind: "clock", by: "-5m" },
    );
    const then = START - 300_000;
    const trade = await it[way](EXECUTE);
    expect(trade.headers["date"]).toBe(new Date(then).toUTCString());
    expect(json(trade)).toMatchObject({ transaction: { timestamp: new Date(then).toISOString() } });
    expect(json(await it[way](STATUS))).toMatchObject({
      competition: { startDate: new Date(then).toISOString(), endDate: null },
    });
    expect((await it[way](BALANCES)).headers["x-ratelimit-reset"]).toBe(String(then + 3000));
    expect(it.made()).toMatchObject([{ at: START }]);
  });

  test("may jump", async () => {
    const it = begin({ kind: "clock", by: ["-10m", "10m"] });
    const shown: number[] = [];
    for (let i = 0; i < 20; i++)
      shown.push(Date.parse(String(json(await it[way]("GET /api/health"))["timestamp"])) - START);
    expect(new Set(shown).size).toBeGreaterThan(15);
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(-600_000);
    expect(Math.max(...shown)).toBeLessThanOrEqual(600_000);
    expect(shown.some((ms) => ms < 0) && shown.some((ms) => ms > 0)).toBe(true);
  });
});

describe.each(["raw", "ask"] as const)("a trade's reason (%s)", (way) => {
  test.each([
    ["cut", "[abcd-7k2m"],
    ["prefix", "Trade: [abcd-7k2m9x] <b> & more"],
    ["replace", "trade"],
    ["upper-case", "[ABCD-7K2M9X] <B> & MORE"],
    ["escape", "&#91;abcd-7k2m9x&#93; &lt;b> &amp; more"],
  ] as const)("is changed by the service (%s); the judge knows the one that was sent", async (change, kept) => {
    const it = begin({ kind: "changed-reason", change, length: 10 });
    const sent = "[abcd-7k2m9x] <b> & more";
    expect(json(await it[way](EXECUTE, sent))).toMatchObject({ transaction: { reason: kept } });
    expect(json(await it[way](TRADES))).toMatchObject({ trades: [{ reason: kept }] });
    it.sandbox.faults.set(null);
    await it[way](EXECUTE, "as it is");
    const trades = it.sandbox.faults.trades(it.sandbox.teams[0]?.teamId ?? "");
    expect(trades.map(({ trade, reasonSent }) => [trade.reason, reasonSent])).toEqual([
      [kept, sent],
      ["as it is", "as it is"],
    ]);
  });
});
