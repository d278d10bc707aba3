import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";

const running: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

function sandboxOf(requestMs?: number): Sandbox {
  const sandbox = createSandbox({
    clock: new SimulatedClock(0),
    registry: new TokenRegistry(KNOWN_TOKENS),
    market: { tokens: ["USDC.eth"], priceAt: () => 1 },
    ...(requestMs === undefined ? {} : { requestMs }),
  });
  running.push(sandbox);
  return sandbox;
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test("a profile that is nested too deeply to be written again is refused, and the profile is still read", async () => {
  const sandbox = sandboxOf();
  const headers = { authorization: `Bearer ${sandbox.teams[0]?.apiKey ?? ""}`, "content-type": "application/json" };
  const put = (metadata: string) =>
    sandbox.handle({ method: "PUT", path: "/api/account/profile", headers, body: `{"metadata":${metadata}}` });
  const refused = await put(nested(10_000));
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body)).toEqual({
    success: false,
    error: "Malformed request: the body is nested more than 64 levels deep",
  });
  expect((await put(nested(60))).status).toBe(200);
  expect((await sandbox.handle({ method: "GET", path: "/api/account/profile", headers })).status).toBe(200);
});

test.each(["/api/no", "/api/%zz"])(
  "a path of thousands of characters (%s…) is refused with its beginning",
  async (start) => {
    const { status, body } = await sandboxOf().handle({
      method: "GET",
      path: `${start}${"a".repeat(5_000)}`,
      headers: {},
    });
    expect([400, 404]).toContain(status);
    const { error } = JSON.parse(body) as { error: string };
    expect(error).toContain(start);
    expect(error.length).toBeLessThan(300);
  },
);

test.each([
  ["headers", "GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "],
  ["a body", "PUT /api/account/profile HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
  ["nothing at all", ""],
])("a client that never finishes %s gets an error and loses its connection", async (_what, half) => {
  const url = new URL(await sandboxOf(200).listen(0));
  const socket = connect(Number(url.port), "127.0.0.1");
  socket.write(half);
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  await new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()));
  if (half !== "") expect(text).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\n\r\n\{"success":false,"error":"/);
});
