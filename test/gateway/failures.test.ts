import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { messageOf } from "../../src/core/errors.js";
import type { Gateway } from "../../src/gateway/gateway.js";
import type { GatewayOptions } from "../../src/gateway/options.js";
import { parseBaseUrl } from "../../src/gateway/base-url.js";
import { httpTransport } from "../../src/gateway/http.js";
import { handlerTransport } from "../support/handler-transport.js";
import { error, gatewayFor, KEY, keptLog, listen, PRICE, serve, type LocalService, type Reply } from "./service.js";

/** Everything that a service, a proxy or a network may do to a read. */

let service: LocalService | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await service?.close();
});

async function against(reply: (count: number) => Reply, options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  service = await serve((_request, count) => reply(count));
  gateway = gatewayFor(service.url, { retry: { retries: 0 }, ...options });
  return gateway;
}

interface Failure {
  code: string;
  message: string;
  remedy: string;
}

async function failure(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (thrown) {
    return thrown as Failure;
  }
  throw new Error("it did not fail");
}

const html = { "content-type": "text/html" };

describe("a refusing answer has a literal code and a remedy", () => {
  test.each<[string, number, unknown, string]>([
    ["a wrong key", 401, error("Invalid API key. Use Authorization: Bearer YOUR_API_KEY"), "UNAUTHORIZED"],
    ["401 with an HTML page", 401, "<html>", "UNAUTHORIZED"],
    ["a disqualification", 403, error("Your team has been deactivated from the competition: cheating"), "DEACTIVATED"],
    [
      "the end",
      403,
      error("Your team has been deactivated from the competition: Competition Spring (c-1) ended"),
      "COMPETITION_ENDED",
    ],
    ["a team outside", 403, error("Your team is not participating in the active competition"), "NOT_PARTICIPATING"],
    [
      "a closed leaderboard",
      403,
      error("Leaderboard access is currently restricted to administrators only"),
      "LEADERBOARD_RESTRICTED",
    ],
    ["no competition, 403", 403, error("No active competition"), "NO_COMPETITION"],
    ["no competition, 400", 400, error("No active competition and no competitionId provided"), "NO_COMPETITION"],
    ["no rules", 400, error("No active competition"), "NO_COMPETITION"],
    ["an unknown competition", 404, error("Competition not found"), "NOT_FOUND"],
    ["an unknown path", 404, error("There is no GET /api/x"), "DIALECT"],
    ["an HTML 404", 404, "<!doctype html><title>404</title>", "DIALECT"],
    ["a 403 of a firewall", 403, "<html>denied</html>", "REQUEST_REFUSED"],
    ["a 403 with an unknown text", 403, error("Because"), "REQUEST_REFUSED"],
    ["a 400", 400, error("Token address is required"), "REQUEST_REFUSED"],
    ["a 413", 413, error("Request body is larger than 100 kB"), "REQUEST_REFUSED"],
    ["a 418 without a body", 418, "", "REQUEST_REFUSED"],
    ["a 500 in HTML", 500, "<html>", "SERVICE_FAILED"],
    ["an empty 500", 500, "", "SERVICE_FAILED"],
    ["a 502", 502, "Bad Gateway", "SERVICE_FAILED"],
    ["a 503", 503, error("maintenance"), "SERVICE_FAILED"],
    ["a 504", 504, "", "SERVICE_FAILED"],
    ["a 429", 429, error("Rate limit exceeded. Try again in 1 seconds."), "RATE_LIMITED"],
    ["a 429 of a proxy", 429, "slow down", "RATE_LIMITED"],
    ["a 200 in HTML", 200, "<html>hello</html>", "ANSWER"],
    ["an empty 200", 200, "", "ANSWER"],
    ["a 204", 204, "", "ANSWER"],
    ["half a body", 200, JSON.stringify(PRICE).slice(0, 40), "ANSWER"],
    ["null", 200, "null", "ANSWER"],
    ["a list", 200, "[]", "ANSWER"],
    ["a price that is a text", 200, { ...PRICE, price: "3000" }, "ANSWER"],
    ["a price below 0", 200, { ...PRICE, price: -1 }, "ANSWER"],
    ["an infinite price", 200, JSON.stringify(PRICE).replace("3000.5", "1e999"), "ANSWER"],
    ["a time that is none", 200, { ...PRICE, timestamp: "yesterday" }, "ANSWER"],
  ])("%s", async (_case, status, body, code) => {
    const read = (await against(() => ({ status, body }))).price("WETH.eth");
    const failed = await failure(read);
    expect(failed.code).toBe(code);
    expect(failed.message).not.toBe("");
    if (code !== "COMPETITION_ENDED") expect(failed.remedy).not.toBe("");
  });
});

describe("errors", () => {
  test("the service's own text is in the message, on one line", async () => {
    const failed = await failure((await against(() => ({ status: 500, body: error("a\nb\u001b[31mc") }))).status());
    expect(failed.message).toContain("a b [31mc");
  });

  test.each([
    ["a page", " <html>hello</html>", "it is an HTML page"],
    ["nothing", " ", "it is empty"],
    ["half a document", `{"success": tr`, "it is no whole JSON document"],
  ])("of an unreadable answer describe it: %s", async (_case, body, what) => {
    expect((await failure((await against(() => ({ body }))).status())).message).toContain(what);
  });

  test("an error that comes with 200 is recognised by its text", async () => {
    const failed = await failure((await against(() => ({ body: error("Try later") }))).status());
    expect(failed).toMatchObject({ code: "ANSWER" });
    expect(failed.message).toContain("Try later");
  });

  test.each([300, 301, 399])("a redirect (%i) is not followed, and named with its target", async (status) => {
    const gateway = await against(() => ({
      status,
      headers: { location: "https://elsewhere.example/" },
      body: "",
    }));
    const failed = await failure(gateway.price("WETH.eth"));
    expect(failed).toMatchObject({ code: "REDIRECT" });
    expect(failed.message).toContain("https://elsewhere.example/");
    expect(service?.received).toHaveLength(1);
  });

  test("an answer of another shape is refused with each place once", async () => {
    const failed = await failure((await against(() => ({ body: { ...PRICE, price: "x" } }))).price("WETH.eth"));
    expect(messageOf(failed)).toMatch(
      /^The answer to getPrice \(status 200\) cannot be read: it is not what the interface says:\n✖ [^\n]*\n +→ at price$/,
    );
  });

  test("a connection that is refused names the address, and what to check", async () => {
    const probe = await serve(() => ({ body: {} }));
    await probe.close();
    gateway = gatewayFor(probe.url, { retry: { retries: 0 } });
    const failed = await failure(gateway.price("WETH.eth"));
    expect(failed).toMatchObject({ code: "NETWORK" });
    expect(failed.message).toContain(probe.url);
    expect(failed.message).toContain("nobody listens there");
  });
});

test("a refusal without a text does not claim one", async () => {
  const gateway = await against((count) => ({ status: 407, body: count === 1 ? "" : error("Because") }));
  expect((await failure(gateway.price("WETH.eth"))).remedy).toContain("whether a proxy or a firewall stands before");
  expect((await failure(gateway.price("WETH.eth"))).remedy).toBe("The text says what it does not accept.");
});

describe("a connection that breaks", () => {
  test.each<[string, Reply]>([
    ["before the answer", (response) => response.socket?.resetAndDestroy()],
    [
      "within the body",
      (response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"success":');
        setImmediate(() => response.socket?.resetAndDestroy());
      },
    ],
    [
      "by an end in the middle of the body",
      (response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"success":');
        setImmediate(() => response.socket?.end());
      },
    ],
  ])("%s is a network error", async (_case, reply) => {
    expect(await failure((await against(() => reply)).price("WETH.eth"))).toMatchObject({ code: "NETWORK" });
  });

  test("an answer that is no HTTP is a network error that says so", async () => {
    const raw = await listen((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    gateway = gatewayFor(raw.url, { retry: { retries: 0 } });
    const failed = await failure(gateway.price("WETH.eth"));
    expect(failed).toMatchObject({ code: "NETWORK" });
    expect(failed.message).toContain("what answers there is not HTTP");
    raw.close();
  });
});

describe("the key is in no error and no cause, whatever a service does with it", () => {
  const long = (length: number): string => "x".repeat(length) + KEY;

  test.each<[string, Reply]>([
    ["repeats it", { status: 400, body: error(`There is no ${KEY}`) }],
    ["repeats it where a long text is cut", { status: 400, body: error(long(380)) }],
    ["repeats it where a body without a text is cut", { status: 400, body: long(190) }],
    ["says it in a 200, where a long text is cut", { body: { success: "no", error: long(380) } }],
    ["redirects to it", { status: 302, headers: { location: `https://elsewhere.example/${KEY}` }, body: "" }],
    ["redirects to it, far behind", { status: 302, headers: { location: `https://h.example/${long(370)}` }, body: "" }],
    ["sends it for fields", { body: { ...PRICE, price: KEY, [KEY]: KEY } }],
    ["sends half of what has it", { body: `{"apiKey":"${KEY}"` }],
    ["fails with it", { status: 500, body: long(190) }],
  ])("%s", async (_case, reply) => {
    expectNoKey(await failure((await against(() => reply)).price("WETH.eth")));
  });

  test("sends the request back", async () => {
    const raw = await listen((socket) => socket.pipe(socket));
    gateway = gatewayFor(raw.url, { retry: { retries: 0 } });
    expectNoKey(await failure(gateway.price("WETH.eth")));
    raw.close();
  });

  /** Not the half of it either. */
  function expectNoKey(failed: Failure): void {
    expect(inspect(failed, { depth: 9, showHidden: true, maxStringLength: Infinity })).not.toContain(KEY.slice(0, 8));
  }
});

describe("the deadline", () => {
  test.each<[string, Reply]>([
    ["an answer that never comes", () => undefined],
    [
      "a body that never ends",
      (response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(" "), 10);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ])("ends %s", async (_case, reply) => {
    const gateway = await against(() => reply, { deadlineMs: 100 });
    expect(await failure(gateway.price("WETH.eth"))).toMatchObject({ code: "DEADLINE" });
  });

  test("counts the request until then, and as in flight no longer", async () => {
    const gateway = await against(() => () => undefined, { deadlineMs: 50 });
    const before = gateway.limitsLeft().price as number;
    await failure(gateway.price("WETH.eth"));
    expect(gateway.limitsLeft().price).toBe(before - 1);
  });
});

describe("a caller that aborts", () => {
  test("gets its own reason, and the connection is released", async () => {
    let closed = false;
    const gateway = await against(() => (response) => response.on("close", () => (closed = true)));
    const controller = new AbortController();
    const read = failure(gateway.price("WETH.eth", { signal: controller.signal }));
    await expect.poll(() => service?.received.length).toBe(1);
    controller.abort(new Error("changed my mind"));
    expect((await read).message).toBe("changed my mind");
    await expect.poll(() => closed).toBe(true);
  });

  test("while the request waits for a connection sends nothing, then or later", async () => {
    let release = (): void => undefined;
    const body = { ...PRICE, token: undefined, specificChain: null };
    service = await serve((_request, count) =>
      count === 1 ? (response) => (release = () => void response.end(JSON.stringify(body))) : { body },
    );
    const transport = httpTransport(parseBaseUrl(service.url), { connections: 1 });
    gateway = gatewayFor(service.url, { transport, retry: { retries: 0 } });
    const first = gateway.price("WETH.eth");
    const controller = new AbortController();
    const second = failure(gateway.price("USDC.eth", { signal: controller.signal }));
    await expect.poll(() => service?.received.length).toBe(1);
    controller.abort(new Error("too slow"));
    expect((await second).message).toBe("too slow");
    release();
    await first;
    await gateway.price("SOL.svm");
    expect(service.received.map(({ query }) => query["specificChain"])).toEqual(["eth", "svm"]);
  });

  test("before the request sends nothing", async () => {
    const gateway = await against(() => ({ body: PRICE }));
    expect((await failure(gateway.price("WETH.eth", { signal: AbortSignal.abort(new Error("no")) }))).message).toBe(
      "no",
    );
    expect(service?.received).toHaveLength(0);
  });
});

describe("an answer that is too large", () => {
  const small = (url: string) => ({ transport: httpTransport(parseBaseUrl(url), { largestBody: 1_000 }) });

  test.each<[string, Reply]>([
    ["announced", (response) => response.writeHead(200, { "content-length": "1000000000" }).write("x")],
    [
      "endless",
      (response) => {
        response.writeHead(200);
        const more = (): void => {
          if (!response.destroyed) response.write("x".repeat(500), () => setImmediate(more));
        };
        more();
      },
    ],
  ])("which is %s is refused while it is still arriving", async (_case, reply) => {
    service = await serve(() => reply);
    gateway = gatewayFor(service.url, { retry: { retries: 0 }, ...small(service.url) });
    const failed = await failure(gateway.price("WETH.eth"));
    expect(failed).toMatchObject({ code: "ANSWER" });
    expect(failed.message).toContain("more than 1000 bytes");
  });

  test("leaves the next request to be answered as usual", async () => {
    service = await serve((_request, count) => (count === 1 ? { body: "x".repeat(2_000) } : { body: PRICE }));
    gateway = gatewayFor(service.url, { retry: { retries: 0 }, ...small(service.url) });
    await failure(gateway.price("WETH.eth"));
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
  });
});

describe("retries", () => {
  test.each<[string, Reply]>([
    ["a 500", { status: 500, body: "" }],
    ["a 502 in HTML", { status: 502, headers: html, body: "<html>" }],
    ["a 200 in HTML", { headers: html, body: "<html>" }],
    ["half a body", { body: '{"success":tr' }],
    ["JSON of another shape", { body: "[]" }],
    ["a connection that breaks", (response) => response.socket?.resetAndDestroy()],
  ])("a read is retried after %s", async (_case, bad) => {
    const gateway = await against((count) => (count < 3 ? bad : { body: PRICE }), {
      retry: { retries: 2, backoffMs: 1 },
    });
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
    expect(service?.received).toHaveLength(3);
  });

  test("each retry counts against the limits", async () => {
    const gateway = await against((count) => (count < 3 ? { status: 500, body: "" } : { body: PRICE }), {
      retry: { retries: 2, backoffMs: 1 },
    });
    const before = gateway.limitsLeft().price as number;
    await gateway.price("WETH.eth");
    expect(gateway.limitsLeft().price).toBe(before - 3);
  });

  test("after the last retry the last error is thrown", async () => {
    const gateway = await against((count) => ({ status: 500 + count, body: "" }), {
      retry: { retries: 2, backoffMs: 1 },
    });
    expect((await failure(gateway.price("WETH.eth"))).message).toContain("status 503");
    expect(service?.received).toHaveLength(3);
  });

  test.each<[string, Reply]>([
    ["a wrong key", { status: 401, body: error("Invalid API key") }],
    ["a 400", { status: 400, body: error("Token address is required") }],
    ["a redirect", { status: 302, headers: { location: "/" }, body: "" }],
  ])("nothing is retried after %s", async (_case, reply) => {
    await failure((await against(() => reply, { retry: { retries: 2, backoffMs: 1 } })).price("WETH.eth"));
    expect(service?.received).toHaveLength(1);
  });

  test("a profile update is retried, a rotation and a trade never", async () => {
    const gateway = await against(() => ({ status: 500, body: "" }), { retry: { retries: 2, backoffMs: 1 } });
    await failure(gateway.updateProfile({ contactPerson: "B" }));
    expect(service?.received).toHaveLength(3);
  });

  test("a caller that aborts between two retries ends them", async () => {
    const controller = new AbortController();
    const gateway = await against(
      () => {
        setImmediate(() => controller.abort(new Error("enough")));
        return { status: 500, body: "" };
      },
      { retry: { retries: 5, backoffMs: 60_000 } },
    );
    expect((await failure(gateway.price("WETH.eth", { signal: controller.signal }))).message).toBe("enough");
  });
});

describe("a 429", () => {
  const HEALTH = { status: "ok", timestamp: "2025-01-01T00:00:00.000Z", uptime: 1, version: "1" };
  test.each([
    ["the read", PRICE, (gateway: Gateway) => gateway.price("WETH.eth")],
    ["health, which no limit counts,", HEALTH, (gateway: Gateway) => gateway.health()],
  ])("is waited for as long as it says, and then %s is answered", async (_case, body, read) => {
    const { log, lines } = keptLog();
    const times: number[] = [];
    const reply = (count: number): Reply => {
      times.push(performance.now());
      return count === 1 ? { status: 429, headers: { "retry-after": "1" }, body: "" } : { body };
    };
    await read(await against(reply, { retry: { retries: 1 }, log }));
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(990);
    expect(lines.join()).toContain("rate limit");
  });
});

describe("after all failures", () => {
  test("a gateway that has seen fifty of every kind works", async () => {
    const kinds: Reply[] = [
      { status: 500, body: "" },
      { body: "<html>" },
      (response) => response.socket?.resetAndDestroy(),
      { status: 302, body: "" },
      { body: "{" },
    ];
    const gateway = await against((count) => (count <= 50 ? (kinds[count % kinds.length] as Reply) : { body: PRICE }));
    await Promise.all(Array.from({ length: 50 }, () => failure(gateway.price("WETH.eth"))));
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
  });

  test("closing ends what is in flight, and refuses later requests", async () => {
    const gateway = await against(() => () => undefined);
    const read = failure(gateway.price("WETH.eth"));
    await expect.poll(() => service?.received.length).toBe(1);
    await gateway.close();
    expect(await read).toMatchObject({ code: "NETWORK" });
    expect(await failure(gateway.price("WETH.eth"))).toMatchObject({ code: "GATEWAY_CLOSED" });
  });
});

describe("a handler in the same process", () => {
  test("is called instead of the server, without a socket", async () => {
    const asked: unknown[] = [];
    gateway = gatewayFor("http://sandbox.invalid", {
      transport: handlerTransport((request) => {
        asked.push(request);
        return { status: 200, headers: {}, body: JSON.stringify(PRICE) };
      }),
    });
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
    expect(asked).toMatchObject([{ method: "GET", headers: { authorization: `Bearer ${KEY}` } }]);
  });

  test("that throws is a network error; one that never answers meets the deadline", async () => {
    const failing = handlerTransport(() => {
      throw new Error("broken");
    });
    gateway = gatewayFor("http://sandbox.invalid", { transport: failing, retry: { retries: 0 } });
    expect(await failure(gateway.price("WETH.eth"))).toMatchObject({ code: "NETWORK" });
    await gateway.close();
    const silent = handlerTransport(() => new Promise(() => undefined));
    gateway = gatewayFor("http://sandbox.invalid", { transport: silent, retry: { retries: 0 }, deadlineMs: 20 });
    expect(await failure(gateway.price("WETH.eth"))).toMatchObject({ code: "DEADLINE" });
  });
});
