import { afterEach, expect, test } from "vitest";
import type { Gateway } from "../../src/gateway/gateway.js";
import { error, gatewayFor, HEALTH, serve, STATUS, type LocalService, type Received, type Reply } from "./service.js";

let service: LocalService | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await service?.close();
});

async function against(reply: (request: Received) => Reply): Promise<Gateway> {
  service = await serve(reply);
  gateway = gatewayFor(service.url, { retry: { retries: 0 } });
  return gateway;
}

const page: Reply = { status: 404, headers: { "content-type": "text/html" }, body: "<!doctype html>Cannot GET" };

test("connecting shows the service's version and time, and the state of the competition", async () => {
  const gateway = await against(({ path }) => ({ body: path === "/api/health" ? HEALTH : STATUS }));
  expect(await gateway.connect()).toMatchObject({
    health: { version: "1.0.0", timestamp: Date.UTC(2025, 0, 1), uptime: 12 },
    status: { active: true, participating: true, competition: { id: "competition-1" } },
  });
  expect(service?.received.map(({ path }) => path)).toEqual(["/api/health", "/api/competition/status"]);
});

test("a later version of the service is recognised and named", async () => {
  const gateway = await against(({ path }) => {
    if (path === "/api/health") return { body: HEALTH };
    return path === "/api/competitions" ? { body: { success: true, competitions: [] } } : page;
  });
  await expect(gateway.connect()).rejects.toThrow(
    expect.objectContaining({
      code: "DIALECT",
      message: expect.stringContaining("/api/agent") as string,
    }),
  );
});

test.each<[string, Reply]>([
  ["a web site", { headers: { "content-type": "text/html" }, body: "<html>Welcome</html>" }],
  ["a server without such paths", page],
  ["another JSON service", { body: { hello: "world" } }],
])("%s is no competition service, and the remedy speaks of the base URL", async (_case, reply) => {
  const gateway = await against(() => reply);
  await expect(gateway.connect()).rejects.toThrow(
    expect.objectContaining({ code: "DIALECT", remedy: expect.stringContaining("base URL") as string }),
  );
});

test.each([
  [401, "Invalid API key. Use …", "UNAUTHORIZED"],
  [403, "Your team has been deactivated from the competition: x", "DEACTIVATED"],
  [403, "Your team has been deactivated from the competition: Competition A (b) ended", "COMPETITION_ENDED"],
  [503, "down", "SERVICE_FAILED"],
])("a %d (%s) is reported as it is, and not as a question of dialect", async (status, text, code) => {
  const gateway = await against(({ path }) =>
    path === "/api/health" ? { body: HEALTH } : { status, body: error(text) },
  );
  await expect(gateway.connect()).rejects.toThrow(expect.objectContaining({ code }));
  expect(service?.received).toHaveLength(2);
});

test("a 500 to the key while health answers is explained, with what it may mean", async () => {
  const gateway = await against(({ path }) =>
    path === "/api/health" ? { body: HEALTH } : { status: 500, body: error("Internal Server Error") },
  );
  const told = {
    code: "SERVICE_FAILED",
    message: expect.stringMatching(/health is well, but calls with the API key fail .*status 500/) as string,
    remedy: expect.stringMatching(/competition is over, or to a team that was taken out/) as string,
  };
  await expect(gateway.connect()).rejects.toThrow(expect.objectContaining(told));
});

test("one broken answer of the right service is reported as broken", async () => {
  let asked = 0;
  const gateway = await against(({ path }) => {
    if (path === "/api/health") return { body: HEALTH };
    return path === "/api/competition/status" && ++asked > 1 ? { body: STATUS } : { body: { success: true } };
  });
  await expect(gateway.connect()).rejects.toThrow(expect.objectContaining({ code: "ANSWER" }));
});

test.each([400, 402, 403, 405, 407, 418, 426, 451])(
  "a %i to the first questions means that everything is refused, not only these",
  async (status) => {
    const gateway = await against(() => ({ status, body: error("Because") }));
    const message = expect.stringMatching(new RegExp(`status ${status}\\): Because`)) as string;
    const refused = expect.objectContaining({ code: "NO_ENTRY", message }) as Error;
    await expect(gateway.connect()).rejects.toThrow(refused);
    await expect(gateway.status()).rejects.toThrow(refused);
  },
);
