import { describe, expect, test } from "vitest";
import { MINUTE, startService, USDC, WETH, type Answered, type TestService } from "./service.js";

const swap = { fromToken: USDC, toToken: WETH, amount: "100" };

describe("several teams", () => {
  test("each key reads and trades for its own team alone", async () => {
    const { execute, read, sandbox } = await startService({ teams: 3 });
    await execute(swap, 1);
    for (const team of [0, 1, 2]) {
      const trades = (await read("/api/account/trades", team))["trades"] as { teamId: string }[];
      expect(trades.map(({ teamId }) => teamId)).toEqual(team === 1 ? [sandbox.teams[1]?.teamId] : []);
      const balances = (await read("/api/account/balances", team))["balances"] as { token: string; amount: number }[];
      expect(balances.find(({ token }) => token === USDC)?.amount).toBe(team === 1 ? 4900 : 5000);
      expect(await read("/api/account/profile", team)).toMatchObject({ team: { name: `Team ${team + 1}` } });
    }
  });

  test("ids are UUIDs, keys two groups of 16 hex digits, and all differ", async () => {
    const { sandbox } = await startService({ teams: 5 });
    for (const { teamId, apiKey } of sandbox.teams) {
      expect(teamId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(apiKey).toMatch(/^[0-9a-f]{16}_[0-9a-f]{16}$/);
    }
    expect(new Set(sandbox.teams.map(({ apiKey }) => apiKey)).size).toBe(5);
  });

  test("the same key seed gives the same keys; without one they are new", async () => {
    const keys = async (keySeed?: string): Promise<string[]> => {
      const { sandbox } = await startService({ keySeed });
      return sandbox.teams.map(({ apiKey }) => apiKey);
    };
    expect(await keys("a")).toEqual(await keys("a"));
    expect(await keys("a")).not.toEqual(await keys("b"));
    expect(await keys()).not.toEqual(await keys());
  });

  test("teams may be given by name and e-mail", async () => {
    const teams = [{ name: "Alpha", email: "alpha@example.org", contactPerson: "Ada" }];
    const { read } = await startService({ teams });
    expect(await read("/api/account/profile")).toMatchObject({ team: { ...teams[0], metadata: {} } });
  });
});

describe("a key reset", () => {
  const authorized = (apiKey: unknown) => ({ authorization: `Bearer ${String(apiKey)}` });

  test("makes the old key invalid at once, and gives one that works", async () => {
    const { call } = await startService();
    const { json } = await call("/api/account/reset-api-key", { method: "POST" });
    expect(json["apiKey"]).toMatch(/^[0-9a-f]{16}_[0-9a-f]{16}$/);
    const refused = await call("/api/account/profile");
    expect(refused.status).toBe(401);
    expect(refused.json["error"]).toMatch(/^Invalid API key/);
    const headers = authorized(json["apiKey"]);
    expect((await call("/api/account/profile", { headers }, null)).status).toBe(200);
    expect((await call("/api/account/profile", {}, 1)).status).toBe(200);
  });

  test("of many at once leaves exactly one key that works", async () => {
    const { call } = await startService();
    const reset = (): Promise<Answered> => call("/api/account/reset-api-key", { method: "POST" });
    const answers = await Promise.all(Array.from({ length: 8 }, reset));
    const keys = answers.filter(({ status }) => status === 200).map(({ json }) => json["apiKey"]);
    const statuses = await Promise.all(
      keys.map(async (key) => (await call("/api/account/profile", { headers: authorized(key) }, null)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe("a profile update", () => {
  const put = ({ call }: TestService, body: unknown): Promise<Answered> =>
    call("/api/account/profile", { method: "PUT", body });

  test("changes only what is sent, ignores unknown keys, and says when", async () => {
    const service = await startService({
      teams: [{ name: "Alpha", email: "a@example.org", metadata: { description: "old" } }],
    });
    service.clock.runUntil(service.clock.now() + MINUTE);
    const { status, json } = await put(service, {
      contactPerson: "Ada",
      name: "Beta",
      email: "b@example.org",
      isAdmin: true,
    });
    expect(status).toBe(200);
    const team = { name: "Alpha", email: "a@example.org", contactPerson: "Ada", metadata: { description: "old" } };
    expect(json).toMatchObject({
      team: { ...team, updatedAt: "2025-01-01T00:01:00.000Z", createdAt: "2025-01-01T00:00:00.000Z" },
    });
    expect(await service.read("/api/account/profile")).toEqual(json);
  });

  test("replaces the metadata whole, and keeps fields of its own", async () => {
    const service = await startService();
    await put(service, { metadata: { description: "first", ref: { name: "a", version: "1" }, own: [1, { x: null }] } });
    await put(service, { metadata: { social: { twitter: "@b" }, other: true } });
    const { team } = await service.read("/api/account/profile");
    expect(team).toMatchObject({ metadata: { social: { twitter: "@b" }, other: true }, contactPerson: "" });
    expect(team).not.toHaveProperty("metadata.description");
  });

  test("with nothing in it changes nothing", async () => {
    const service = await startService();
    expect((await put(service, {})).status).toBe(200);
    expect(await service.read("/api/account/profile")).toMatchObject({ team: { contactPerson: "", metadata: {} } });
  });

  test.each([
    ["a number for a name", { contactPerson: 5 }],
    ["a text for metadata", { metadata: "bot" }],
    ["a list for metadata", { metadata: [] }],
    ["a number for a description", { metadata: { description: 7 } }],
    ["null for a name", { contactPerson: null }],
  ])("with %s is refused and changes nothing", async (_name, body) => {
    const service = await startService();
    const { status, json } = await put(service, body);
    expect(status).toBe(400);
    expect(json["error"]).toMatch(/^Malformed request: body\./);
    expect(await service.read("/api/account/profile")).toMatchObject({ team: { contactPerson: "", metadata: {} } });
  });

  test("whose metadata would reach an object's prototype is refused", async () => {
    const service = await startService();
    expect((await put(service, '{"metadata":{"__proto__":{"polluted":true}}}')).status).toBe(400);
    expect({}).not.toHaveProperty("polluted");
  });
});
