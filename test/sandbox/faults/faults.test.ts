import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { FaultEntry } from "../../../src/sandbox/index.js";
import { BALANCES, EXECUTE, PRICE, scene, SECOND, START, STATUS, TRADES, type Scene } from "./scene.js";

let open: Scene | undefined;
afterEach(async () => {
  await open?.close();
});

const begin = (...faults: FaultEntry[]): Scene => (open = scene(faults));

const MIXED: readonly FaultEntry[] = [
  { kind: "lost-request", rate: 0.2, how: "reset" },
  { kind: "lost-answer", rate: 0.2, how: "reset" },
  { kind: "error-after", rate: 0.3 },
  { kind: "garbled", rate: 0.2 },
];

/** What comes of requests, one after another. */
async function played(lines: readonly string[], faults: readonly FaultEntry[], way: "ask" | "raw"): Promise<string[]> {
  const it = scene(faults);
  const seen: string[] = [];
  for (const line of lines) {
    const lost = { status: 0, body: "" };
    const answer = await it[way](line).catch(() => lost);
    seen.push(`${answer.status} ${answer.body}`);
  }
  seen.push(JSON.stringify(it.sandbox.faults.counts()), JSON.stringify(it.made()));
  await it.close();
  return seen;
}

const LINES = Array.from({ length: 40 }, (_, i) => [EXECUTE, BALANCES, TRADES, PRICE][i % 4] as string);

describe("the faults that a request meets", () => {
  test("follow from the seed and the order of the requests, over HTTP as in process", async () => {
    const inProcess = await played(LINES, MIXED, "ask");
    expect(await played(LINES, MIXED, "ask")).toEqual(inProcess);
    expect(await played(LINES, MIXED, "raw")).toEqual(inProcess);
    expect(new Set(inProcess.map((line) => line.slice(0, 3))).size).toBeGreaterThan(4);
  });

  test("do not depend on requests to other operations, or on faults of other kinds", async () => {
    const statuses = async (faults: readonly FaultEntry[], lines: readonly string[]) =>
      (await played(lines, faults, "ask")).filter((_, i) => lines[i] === EXECUTE).map((line) => line.slice(0, 3));
    const fault: FaultEntry = { kind: "error-before", rate: 0.5, status: 502 };
    const alone = await statuses([fault], Array<string>(20).fill(EXECUTE));
    const among: FaultEntry[] = [{ kind: "empty-trades", rate: 0.5 }, fault, { kind: "stale", age: "1m" }];
    const lines = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? EXECUTE : STATUS));
    expect(await statuses(among, lines)).toEqual(alone);
    expect(new Set(alone)).toEqual(new Set(["200", "502"]));
  });

  test("come as often as the rate says", async () => {
    const { ask, sandbox } = begin({ kind: "error-before", rate: 0.25 });
    for (let i = 0; i < 400; i++) await ask("GET /api/health");
    const { "error-before": times = 0 } = sandbox.faults.counts();
    expect(times).toBeGreaterThan(75);
    expect(times).toBeLessThan(125);
  });

  test("are bounded by the window, which is in the sandbox's own time", async () => {
    const { ask, clock } = begin({ kind: "error-before", status: 503, from: "10s", for: "5s" });
    const at = async (seconds: number): Promise<number> => {
      clock.runUntil(START + seconds * SECOND);
      return (await ask(STATUS)).status;
    };
    expect([await at(0), await at(9.999), await at(10), await at(14.999), await at(15)]).toEqual([
      200, 200, 503, 503, 200,
    ]);
  });

  test("are bounded by `skip` and `max`", async () => {
    const { ask } = begin({ kind: "error-before", status: 503, operations: "getStatus", skip: 2, max: 3 });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      statuses.push((await ask(STATUS)).status);
      expect((await ask(BALANCES)).status).toBe(200);
    }
    expect(statuses).toEqual([200, 200, 503, 503, 503, 200, 200, 200]);
  });

  test("are none if the request asks for no operation", async () => {
    const { ask } = begin({ kind: "lost-request", how: "reset" });
    expect((await ask("GET /openapi.json")).status).toBe(200);
    expect((await ask("GET /api/nowhere")).status).toBe(404);
  });
});

describe("several faults", () => {
  test("all act if they change an answer; of those that decide how it is sent only the first acts and counts", async () => {
    const { ask, sandbox } = begin(
      { kind: "empty-trades" },
      { kind: "late-answer", by: "0s" },
      { kind: "error-before", status: 503, operations: "getStatus" },
      { kind: "lost-answer", how: "reset", operations: ["getStatus", "getTrades"] },
    );
    expect((await ask(STATUS)).status).toBe(503);
    await ask(EXECUTE);
    await expect(ask(TRADES)).rejects.toMatchObject({ errno: "ECONNRESET" });
    expect(sandbox.faults.counts()).toEqual({
      "empty-trades": 1,
      "error-before": 1,
      "late-answer": 3,
      "lost-answer": 1,
    });
  });
});

describe("a running sandbox", () => {
  test("takes a changed plan, or none; a broken one changes nothing", async () => {
    const { ask, sandbox } = begin({ kind: "error-before", status: 503 });
    expect((await ask(STATUS)).status).toBe(503);
    const broken = { faults: [{ kind: "error-before", status: 404 }] };
    expect(() => sandbox.faults.set(broken as never)).toThrow(expect.objectContaining({ code: "FAULT_PLAN" }));
    expect((await ask(STATUS)).status).toBe(503);
    sandbox.faults.set({ faults: [{ kind: "error-before", status: 500 }] });
    expect((await ask(STATUS)).status).toBe(500);
    sandbox.faults.set(null);
    expect((await ask(STATUS)).status).toBe(200);
    expect(sandbox.faults.counts()).toEqual({ "error-before": 3 });
  });
});

test("the ledger holds each trade once, and the balances that follow from them, whatever the faults", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.array(fc.constantFrom(...MIXED), { maxLength: 4 }), async (seed, faults) => {
      const it = scene([]);
      it.sandbox.faults.set({ seed: `x${seed}`, faults });
      for (let i = 0; i < 6; i++) await it.ask(EXECUTE, `reason ${i}`).catch(() => null);
      const made = it.made();
      expect(new Set(made.map(({ reason }) => reason)).size).toBe(made.length);
      const balances = it.sandbox.exchange.balances(it.sandbox.teams[0]?.teamId ?? "");
      expect(balances.find(({ token }) => token === "USDC.eth")?.sent).toBe(5000 - 100 * made.length);
      await it.close();
    }),
    { numRuns: 10 },
  );
});
