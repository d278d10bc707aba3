import { afterEach, describe, expect, test } from "vitest";
import type { FaultEntry } from "../../../src/sandbox/index.js";
import { BALANCES, EXECUTE, json, requestOf, scene, SECOND, START, STATUS, type Scene } from "./scene.js";

let open: Scene | undefined;
afterEach(async () => {
  await open?.close();
});

const begin = (...faults: FaultEntry[]): Scene => (open = scene(faults));

describe.each(["raw", "ask"] as const)("in mid-trade (%s)", (way) => {
  test("the key is reset before: the trade is refused; after: it is made", async () => {
    const it = begin({ kind: "key-reset", when: "before", max: 1 });
    expect((await it[way](EXECUTE)).status).toBe(401);
    expect(it.made()).toEqual([]);
    const teamId = it.sandbox.teams[0]?.teamId ?? "";
    const fresh = it.sandbox.keyOf(teamId);
    expect(fresh).not.toBe(it.key);
    it.sandbox.faults.set({ faults: [{ kind: "key-reset", when: "after", operations: "writes" }] });
    expect((await it.sandbox.handle(requestOf(EXECUTE, fresh))).status).toBe(200);
    expect((await it.sandbox.handle(requestOf(BALANCES, fresh))).status).toBe(401);
    expect(it.made()).toHaveLength(1);
    // Nobody's key is not reset.
    expect((await it[way](EXECUTE)).status).toBe(401);
    expect(it.sandbox.faults.counts()).toEqual({ "key-reset": 2 });
  });

  test("the team is deactivated", async () => {
    const it = begin({ kind: "deactivation", when: "after", reason: "Too clever" });
    expect((await it[way](EXECUTE)).status).toBe(200);
    const refused = await it[way](BALANCES);
    expect([refused.status, json(refused)["error"]]).toEqual([
      403,
      "Your team has been deactivated from the competition: Too clever",
    ]);
    expect(it.made()).toHaveLength(1);
  });

  test("the competition ends", async () => {
    const it = begin({ kind: "competition-end", when: "before" });
    const refused = await it[way](EXECUTE);
    expect([refused.status, json(refused)["error"]]).toEqual([403, "No active competition"]);
    expect(json(await it[way](STATUS))).toMatchObject({ active: false });
    expect(it.sandbox.exchange.competitions().map(({ state }) => state)).toEqual(["completed"]);
  });

  test("another competition begins: the trade was of the first, the balances are start balances", async () => {
    const it = begin({ kind: "competition-restart", when: "after", duration: "1h", max: 1 });
    const first = it.sandbox.exchange.active()?.id;
    expect((await it[way](EXECUTE)).status).toBe(200);
    const [before, now] = it.sandbox.exchange.competitions();
    expect([before?.id, before?.state, now?.state, now?.settings]).toEqual([
      first,
      "completed",
      "active",
      before?.settings,
    ]);
    expect(json(await it[way](BALANCES))).toMatchObject({
      balances: [{ amount: 5000 }, { amount: 5000 }, { amount: 5000 }],
    });
    expect((await it[way](EXECUTE)).status).toBe(200);
    expect(
      it.sandbox.exchange.trades(it.sandbox.teams[0]?.teamId ?? "").map(({ competitionId }) => competitionId),
    ).toEqual([now?.id, first]);
    it.clock.runUntil(START + 3_600_000);
    expect(it.sandbox.exchange.active()).toBeNull();
  });
});

describe("a service that is away", () => {
  test("refuses connections for its hour, and answers again afterwards", async () => {
    const it = begin({ kind: "away", from: "1m", for: "1h" });
    expect((await it.raw(STATUS)).status).toBe(200);
    it.clock.runUntil(START + 60 * SECOND);
    expect(await it.raw(STATUS)).toMatchObject({ status: 0, end: "refused" });
    await expect(it.ask(EXECUTE)).rejects.toMatchObject({ errno: "ECONNREFUSED" });
    it.clock.runUntil(START + 3_659 * SECOND);
    expect((await it.raw(STATUS)).end).toBe("refused");
    it.clock.runUntil(START + 3_660 * SECOND);
    expect((await it.ask(STATUS)).status).toBe(200);
    await expect.poll(async () => (await it.raw(STATUS)).status).toBe(200);
    expect(it.made()).toEqual([]);
  });

  test("comes back with the plan that removes the fault", async () => {
    const it = begin({ kind: "away" });
    expect((await it.raw(STATUS)).end).toBe("refused");
    it.sandbox.faults.set(null);
    await expect.poll(async () => (await it.raw(STATUS)).status).toBe(200);
    it.sandbox.faults.set({ faults: [{ kind: "away" }] });
    expect((await it.raw(STATUS)).end).toBe("refused");
  });

  test.each([
    ["reset", { status: 0, end: "reset" }],
    ["503", { status: 503, end: "closed" }],
  ] as const)("may answer by %s instead", async (how, seen) => {
    const it = begin({ kind: "away", how });
    expect(await it.raw(EXECUTE)).toMatchObject(seen);
    expect(it.made()).toEqual([]);
  });

  test("takes no rate", () => {
    expect(() => scene([{ kind: "away", rate: 0.5 }])).toThrow("faults[0].rate: Unknown key.");
  });
});

describe("a service that shuts the team out", () => {
  test.each([
    [401, "Invalid API key"],
    [403, "Your team has been deactivated from the competition"],
    [500, "Internal Server Error"],
  ] as const)("answers %i to every call with the key, and its health as usual", async (status, text) => {
    const it = begin({ kind: "shut-out", status, max: 2 });
    expect((await it.ask("GET /api/health")).status).toBe(200);
    for (const line of [EXECUTE, STATUS]) {
      const refused = await it.ask(line);
      expect([refused.status, json(refused)["error"]]).toEqual([status, expect.stringContaining(text)]);
    }
    expect(it.made()).toEqual([]);
    expect((await it.ask(STATUS)).status).toBe(200);
    expect(it.sandbox.faults.counts()).toEqual({ "shut-out": 2 });
  });
});

test.each([
  ["none-active", { active: false, competition: null }],
  ["not-participating", { active: true, participating: false }],
  ["other-competition", { active: true, competition: { id: "00000000-0000-4000-8000-000000000000" } }],
] as const)("returns a wrong status once: %s", async (says, shown) => {
  const it = begin({ kind: "wrong-status", says, max: 1 });
  expect(json(await it.ask(STATUS))).toMatchObject(shown);
  const right = { active: true, participating: true, competition: { id: it.sandbox.exchange.active()?.id } };
  expect(json(await it.ask(STATUS))).toMatchObject(right);
});
