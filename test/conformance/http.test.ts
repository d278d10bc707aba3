import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { expectRefusal, startService, testMarket, USDC, WETH } from "./service.js";

const post = (body: string, type = "application/json") => ({
  method: "POST",
  body,
  headers: { "content-type": type },
});
const EXECUTE = "/api/trade/execute";
const MISSING = "Missing required parameters: fromToken, toToken, amount";

describe("a broken body is refused with a JSON error that says why", () => {
  test.each([
    ["half an object", '{"fromToken":'],
    ["a trailing comma", '{"a":1,}'],
    ["a key that would reach the prototype", '{"__proto__":{"admin":true}}'],
    ["the constructor's prototype", '{"constructor":{"prototype":{"admin":true}}}'],
    ["an array", "[]"],
    ["a number", "5"],
    ["a text", '"x"'],
    ["a form", "fromToken=a&toToken=b"],
    ["a wrong type", JSON.stringify({ fromToken: USDC, toToken: WETH, amount: 10, reason: "x" })],
    ["an object for a token", JSON.stringify({ fromToken: {}, toToken: WETH, amount: "10", reason: "x" })],
    [
      "a wrong optional type",
      JSON.stringify({ fromToken: USDC, toToken: WETH, amount: "1", reason: "x", fromChain: 7 }),
    ],
    [
      "a tolerance that is no number",
      JSON.stringify({ fromToken: USDC, toToken: WETH, amount: "1", reason: "x", slippageTolerance: "low" }),
    ],
  ])("%s", async (_name, body) => {
    const { call, read } = await startService();
    const { status, json } = await call(EXECUTE, post(body));
    expect(status).toBe(400);
    expect(json).toEqual({ success: false, error: expect.stringMatching(/^Malformed request: ./) as string });
    expect(await read("/api/account/trades")).toMatchObject({ trades: [] });
  });

  test("the message names the field", async () => {
    const { call } = await startService();
    const { json } = await call(
      EXECUTE,
      post(JSON.stringify({ fromToken: USDC, toToken: WETH, amount: 10, reason: "x" })),
    );
    expect(json["error"]).toBe("Malformed request: body.amount: Invalid input: expected string, received number");
  });

  test("a body over 100 kB is 413, one of 100 kB is read", async () => {
    const { call } = await startService();
    const padded = (bytes: number): string => `{"reason":"${"x".repeat(bytes - 13)}"}`;
    expectRefusal(await call(EXECUTE, post(padded(100_001))), 413, "Request body is larger than 100 kB");
    expectRefusal(await call(EXECUTE, post(padded(100_000))), 400, MISSING);
  });

  test("another content type is refused where a body is needed, and ignored where none is", async () => {
    const { call } = await startService();
    const { status, json } = await call(EXECUTE, post("hello", "text/plain"));
    expect([status, json["error"]]).toEqual([
      400,
      "Malformed request: the body should be a JSON object, sent with content type application/json",
    ]);
    // What curl sends of itself.
    const form = post(JSON.stringify({ fromToken: USDC }), "application/x-www-form-urlencoded");
    expect((await call(EXECUTE, form)).json["error"]).toMatch(/application\/json$/);
    expect((await call("/api/account/reset-api-key", post("hello", "text/plain"))).status).toBe(200);
  });

  test("no body at all is an empty object", async () => {
    const { call } = await startService();
    expectRefusal(await call(EXECUTE, { method: "POST" }), 400, MISSING);
    expectRefusal(await call(EXECUTE, post("")), 400, MISSING);
    expect((await call("/api/account/reset-api-key", post(""))).status).toBe(200);
  });
});

describe("a broken query is refused with a JSON error that says why", () => {
  test.each([
    ["a chain in the wrong place", `/api/price?token=${WETH}&chain=eth`, /query\.chain: .*"evm"\|"svm"/],
    ["a specific chain that is none", `/api/price?token=${WETH}&specificChain=moon`, /query\.specificChain: /],
    ["a token twice", `/api/price?token=${WETH}&token=${USDC}`, /query\.token: .*expected string, received array/],
    ["an amount twice", `/api/trade/quote?fromToken=a&toToken=b&amount=1&amount=2`, /query\.amount: /],
    ["a broken escape in the path", "/api/%zz", /not a valid url component/],
  ])("%s gets a JSON error", async (_name, path, why) => {
    const { call } = await startService();
    const { status, json } = await call(path);
    expect(status).toBe(400);
    expect(json["error"]).toMatch(why);
  });

  test("unknown parameters are ignored, also those named like an object's own", async () => {
    const { call } = await startService();
    expect((await call(`/api/price?token=${WETH}&__proto__=x&constructor=y&x=1`)).status).toBe(200);
  });
});

describe("an unknown path is a JSON 404", () => {
  test.each([
    ["GET", "/"],
    ["GET", "/api"],
    ["GET", "/api/api/account/profile"],
    ["GET", "/api/account/profile/"],
    ["GET", "/API/account/profile"],
    ["POST", "/api/trade/quote"],
    ["GET", "/api/trade/execute"],
    ["DELETE", "/api/account/profile"],
    ["OPTIONS", "/api/price"],
    ["GET", "/api/agent/profile"],
  ])("%s %s", async (method, path) => {
    const { call } = await startService();
    expectRefusal(await call(`${path}?x=1`, { method }), 404, `There is no ${method} ${path}`);
  });
});

test.each([
  ["half an object", post("{")],
  ["more than 100 kB", post(" ".repeat(100_001))],
])("an unknown path is a 404 whatever is sent to it: %s", async (_name, asking) => {
  const { call } = await startService();
  expectRefusal(await call("/api/nowhere", asking), 404, "There is no POST /api/nowhere");
  expectRefusal(await call("/api/health", asking), 404, "There is no POST /api/health");
});

/** What comes back for these bytes until the connection is closed. */
const sendBytes = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
const bodyOf = (received: string): unknown => JSON.parse(received.slice(received.indexOf("\r\n\r\n")));

test("what is not HTTP is answered with a JSON error and disconnected", async () => {
  const { url } = await startService();
  const received = await sendBytes(url, "hello\r\n\r\n");
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(received)).toMatchObject({ success: false });
});

test.each([
  ["no host", ""],
  ["an expectation that nobody knows", "Host: x\r\nExpect: more\r\n"],
])("a request with %s is answered with JSON, like any other", async (_name, headers) => {
  const { url } = await startService();
  const ask = (path: string): Promise<string> =>
    sendBytes(url, `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  expect(bodyOf(await ask("/api/health"))).toMatchObject({ status: "ok" });
  expect(bodyOf(await ask("/api/price"))).toMatchObject({
    success: false,
    error: expect.stringMatching(/^Authentication/) as string,
  });
});

test("a port that is taken is an error with a remedy", async () => {
  const { url, clock } = await startService();
  const second = createSandbox({ clock, registry: new TokenRegistry(KNOWN_TOKENS), market: testMarket });
  const failure: unknown = await second.listen(Number(new URL(url).port)).catch((error: unknown) => error);
  await second.close();
  expect(failure).toMatchObject({ code: "SANDBOX_LISTEN", message: expect.stringContaining("EADDRINUSE") as string });
  expect(failure).toMatchObject({ remedy: "Use another port (0 takes a free one), or an address of this machine." });
});
