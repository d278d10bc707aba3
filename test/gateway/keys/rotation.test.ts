import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Secrets } from "../../../src/core/secrets.js";
import type { Gateway } from "../../../src/gateway/gateway.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";
import { parseBaseUrl } from "../../../src/gateway/base-url.js";
import type { GatewayOptions } from "../../../src/gateway/options.js";
import { httpTransport } from "../../../src/gateway/http.js";
import type { Transport } from "../../../src/gateway/transport.js";
import {
  error,
  gatewayFor,
  HEALTH,
  KEY,
  keptLog,
  PRICE,
  PROFILE,
  serve,
  STATUS,
  type LocalService,
  type Received,
  type Reply,
} from "../service.js";
import { emptyFolder } from "../../support/empty-folder.js";

const NEXT = "1111111111111111_2222222222222222";

let dir = "";
let path = "";
let service: LocalService | undefined;
let gateway: Gateway | undefined;
beforeEach(() => {
  dir = emptyFolder();
  path = join(dir, "key");
  writeFileSync(path, KEY, { mode: 0o600 });
});
afterEach(async () => {
  await gateway?.close();
  await service?.close();
  vi.unstubAllEnvs();
});

const bearer = (request: Received): string => request.headers.authorization ?? "";

/** A service with one valid key, which a reset changes; `onReset` may answer the reset itself, `onProfile` who asks who it is. */
async function keyed(onReset?: (accept: () => void) => Reply, onProfile?: () => Reply): Promise<{ valid: string }> {
  const state = { valid: KEY };
  service = await serve((request) => {
    if (request.path === "/api/health") return { body: HEALTH };
    if (bearer(request) !== `Bearer ${state.valid}`) return { status: 401, body: error("Invalid API key.") };
    if (request.path.endsWith("reset-api-key")) {
      const accept = (): void => void (state.valid = NEXT);
      if (onReset !== undefined) return onReset(accept);
      accept();
      return { body: { success: true, apiKey: NEXT } };
    }
    if (request.path.endsWith("profile")) return onProfile?.() ?? { body: PROFILE };
    return { body: request.path.endsWith("status") ? STATUS : PRICE };
  });
  return state;
}

function open(options: Partial<GatewayOptions> = {}): Gateway {
  const secrets = new Secrets();
  gateway = gatewayFor(service?.url ?? "", { key: new KeyFile(path, secrets), secrets, ...options });
  return gateway;
}

const reset = (): number => service?.received.filter((one) => one.path.endsWith("reset-api-key")).length ?? 0;

describe("a rotation through the gateway", () => {
  test("sends one request, keeps the new key, tries it, and continues with it", async () => {
    await keyed();
    const gateway = open();
    await gateway.resetKey();
    expect([reset(), readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([1, NEXT, ["key"]]);
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
  });

  test("waits for what is in flight, and holds later requests back: nothing is sent with a dead key", async () => {
    await keyed();
    const gateway = open();
    const prices = Array.from({ length: 5 }, () => gateway.price("WETH.eth"));
    const rotation = gateway.resetKey();
    const later = Array.from({ length: 5 }, () => gateway.price("WETH.eth"));
    await rotation;
    const readings = await Promise.all([...prices, ...later]);
    expect(readings.every(({ usd }) => usd === 3000.5)).toBe(true);
    expect(service?.received.filter((one) => one.path === "/api/price").map(bearer)).toEqual([
      ...Array.from({ length: 5 }, () => `Bearer ${KEY}`),
      ...Array.from({ length: 5 }, () => `Bearer ${NEXT}`),
    ]);
    // Whoever waited has given back the slot that it had got before.
    expect(gateway.limitsLeft().price).toBe(290);
  });

  test("lets no waiting request follow if the gateway is closed meanwhile", async () => {
    let answer = (): void => undefined;
    await keyed((accept) => {
      accept();
      return (response) => void (answer = () => response.end(JSON.stringify({ success: true, apiKey: NEXT })));
    });
    const real = httpTransport(parseBaseUrl(service?.url ?? ""));
    const sent: string[] = [];
    const send: Transport["send"] = (request) => {
      sent.push(request.path);
      return real.send(request);
    };
    const gateway = open({ transport: { ...real, send } });
    const rotation = gateway.resetKey();
    const late = gateway.price("WETH.eth").catch((thrown: unknown) => thrown);
    await expect.poll(reset).toBe(1);
    const closed = gateway.close();
    answer();
    expect(await late).toMatchObject({ code: "GATEWAY_CLOSED" });
    await Promise.all([rotation, closed]);
    expect(sent).toEqual(["/api/account/reset-api-key", "/api/account/profile"]);
  });

  test("that waits for a rate limit holds up no other request, and ends with the gateway", async () => {
    await keyed();
    const gateway = open({ rateLimits: [{ scope: "account", count: 2, windowMs: 3_600_000 }] });
    await gateway.profile();
    const rotation = gateway.resetKey().catch((thrown: unknown) => thrown);
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
    await gateway.close();
    expect(await rotation).toMatchObject({ code: "GATEWAY_CLOSED" });
    expect([reset(), readdirSync(dir)]).toEqual([0, ["key"]]);
  });

  test("runs one by one if a limit is of a single request", async () => {
    await keyed();
    const gateway = open({ rateLimits: [{ scope: "account", count: 1, windowMs: 50 }] });
    await gateway.profile();
    await gateway.resetKey();
    expect([reset(), readFileSync(path, "utf8").trim()]).toEqual([1, NEXT]);
  });

  test("runs after another one if a limit is of the two requests that it needs", async () => {
    await keyed();
    const gateway = open({ rateLimits: [{ scope: "account", count: 2, windowMs: 50 }] });
    await gateway.profile();
    await Promise.all([gateway.resetKey(), gateway.resetKey()]);
    expect([reset(), readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([2, NEXT, ["key"]]);
  });

  test("does not begin once the gateway is closed, whether it waited for another one or not", async () => {
    let answer = (): void => undefined;
    await keyed((accept) => {
      accept();
      return (response) => void (answer = () => response.end(JSON.stringify({ success: true, apiKey: NEXT })));
    });
    const gateway = open();
    const first = gateway.resetKey();
    const second = gateway.resetKey();
    const refused = expect(second).rejects.toMatchObject({ code: "GATEWAY_CLOSED" });
    await expect.poll(reset).toBe(1);
    const closed = gateway.close();
    answer();
    await Promise.all([first, closed, refused]);
    await expect(gateway.resetKey()).rejects.toMatchObject({ code: "GATEWAY_CLOSED" });
    expect([reset(), readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([1, NEXT, ["key"]]);
  });

  test("counts what was spent under the old key", async () => {
    await keyed();
    const spentDir = join(dir, "spent");
    const gateway = open({ spentDir });
    await gateway.price("WETH.eth");
    await gateway.resetKey();
    await gateway.price("WETH.eth");
    expect(gateway.limitsLeft().price).toBe(298);
    await gateway.close();
    expect(open({ spentDir }).limitsLeft().price).toBe(298);
  });

  test.each<[string, Reply]>([
    ["fails", { status: 503, body: "" }],
    ["refuses the rate", { status: 429, body: error("Rate limit exceeded. Try again in 1 seconds.") }],
    ["hangs up", (response) => response.socket?.resetAndDestroy()],
  ])(
    "after which the service %s reports that the key was changed, and the next start tries it",
    async (_case, reply) => {
      await keyed();
      const through = service as LocalService;
      let away = true;
      service = await serve((request) => {
        if (away && request.path.endsWith("profile")) return reply;
        return (response) => {
          void fetch(through.url + request.url, { method: request.method, headers: { authorization: bearer(request) } })
            .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
            .catch(() => response.destroy());
        };
      });
      const failed: unknown = await open()
        .resetKey()
        .catch((thrown: unknown) => thrown);
      expect(failed).toMatchObject({
        code: "KEY_ROTATION",
        message: expect.stringMatching(/^The key was changed: the new one is in /) as string,
      });
      expect([readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([NEXT, ["key", "key.previous"]]);
      await gateway?.close();
      away = false;
      await open().connect();
      expect([readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([NEXT, ["key"]]);
      await through.close();
    },
  );

  test("is refused with the remedy if the key comes from the environment, and sends nothing", async () => {
    await keyed();
    gateway = gatewayFor(service?.url ?? "");
    await expect(gateway.resetKey()).rejects.toMatchObject({
      code: "KEY_NOT_ROTATABLE",
      // A bot that runs goes on with the key that it was started with, whatever config says by now.
      remedy: expect.stringContaining("stop and start the bot if one runs"),
    });
    expect(service?.received).toHaveLength(0);
  });

  test.each([
    ["the gateway is closed meanwhile", {}],
    ["the answer takes longer than a request may", { deadlineMs: 1 }],
  ])("keeps the new key if %s", async (_case, options) => {
    await keyed((accept) => {
      accept();
      return (response) => {
        setTimeout(() => response.end(JSON.stringify({ success: true, apiKey: NEXT })), 50);
      };
    });
    const gateway = open(options);
    const rotation = gateway.resetKey().catch(() => undefined);
    await expect.poll(reset).toBe(1);
    await gateway.close();
    await rotation;
    expect(readFileSync(path, "utf8").trim()).toBe(NEXT);
  });

  test("whose new key can only be written elsewhere reports the place", async () => {
    await keyed((accept) => {
      accept();
      rmSync(dir, { recursive: true });
      return { body: { success: true, apiKey: NEXT } };
    });
    const failed: unknown = await open()
      .resetKey()
      .catch((thrown: unknown) => thrown);
    const elsewhere = /could not be written beside .+: it is in (.+)$/.exec((failed as Error).message)?.[1] ?? "";
    expect(readFileSync(elsewhere, "utf8").trim()).toBe(NEXT);
    rmSync(dirname(elsewhere), { recursive: true });
  });

  test("succeeds if spent requests can no longer be written, and the log reports that", async () => {
    const spentDir = join(dir, "spent");
    const { log, lines } = keptLog();
    const breakSpent = (): void => {
      rmSync(spentDir, { recursive: true });
      writeFileSync(spentDir, "");
    };
    await keyed((accept) => {
      accept();
      breakSpent();
      return { body: { success: true, apiKey: NEXT } };
    });
    const gateway = open({ spentDir, log });
    await gateway.resetKey();
    expect(lines.filter((line) => line.includes("RequestLog requests cannot be kept"))).toHaveLength(1);
    expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
  });

  test("whose new key can only be written elsewhere reports it, even if spent requests cannot be written", async () => {
    const spentDir = join(dir, "spent");
    await keyed((accept) => {
      accept();
      rmSync(dir, { recursive: true });
      writeFileSync(dir, "");
      return { body: { success: true, apiKey: NEXT } };
    });
    const failed: unknown = await open({ spentDir, log: keptLog().log })
      .resetKey()
      .catch((thrown: unknown) => thrown);
    const elsewhere = /it is in (.+)$/.exec(String(failed))?.[1] ?? "";
    expect(readFileSync(elsewhere, "utf8").trim()).toBe(NEXT);
    rmSync(dirname(elsewhere), { recursive: true });
  });

  test("of a deactivated team is complete: the deactivation proves that the new key works", async () => {
    const deactivated = { status: 403, body: error("Your team has been deactivated from the competition: x") };
    await keyed(undefined, () => deactivated);
    await open().resetKey();
    expect([readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([NEXT, ["key"]]);
  });

  test("that the service refuses leaves everything as it was", async () => {
    await keyed(() => ({ status: 403, body: error("Your team has been deactivated from the competition: x") }));
    await expect(open().resetKey()).rejects.toThrow(expect.objectContaining({ code: "DEACTIVATED" }));
    expect([readFileSync(path, "utf8"), readdirSync(dir)]).toEqual([KEY, ["key"]]);
  });
});

describe("a rotation whose answer cannot be read", () => {
  const answer = `{"success":true,"key":"${NEXT}"}`;

  test.each([
    ["of another shape", answer],
    ["cut short", answer.slice(0, -2)],
    ["with a key that is none", JSON.stringify({ success: true, apiKey: `${NEXT} !` })],
  ])("(%s) keeps it for its owner alone, and reports the place", async (_case, body) => {
    await keyed((accept) => {
      accept();
      return { body };
    });
    const failed: unknown = await open()
      .resetKey()
      .catch((thrown: unknown) => thrown);
    const file = `${path}.answer`;
    expect(failed).toMatchObject({ code: "KEY_ROTATION", remedy: expect.stringContaining(file) as string });
    expect(String(failed)).toMatch(/no longer valid, and the answer with the new one could not be read/);
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777, readFileSync(path, "utf8")]).toEqual([
      body,
      0o600,
      KEY,
    ]);
    await gateway?.close();
    await expect(open().connect()).rejects.toMatchObject({ remedy: expect.stringContaining(file) as string });
    await gateway?.close();
    // As the remedy says.
    writeFileSync(path, NEXT);
    await open().connect();
    expect(readdirSync(dir)).toEqual(["key"]);
  });

  test("reports the loss if it cannot be kept anywhere", async () => {
    await keyed((accept) => {
      accept();
      rmSync(dir, { recursive: true });
      vi.stubEnv("TMPDIR", dir);
      return { body: answer };
    });
    await expect(open().resetKey()).rejects.toMatchObject({
      code: "KEY_ROTATION",
      message: "The old key is no longer valid, and the answer with the new one was lost",
    });
  });

  test("reports where it is kept if the old key cannot be tried", async () => {
    await keyed(
      () => ({ body: answer }),
      () => ({ status: 503, body: "" }),
    );
    await expect(open().resetKey()).rejects.toMatchObject({
      message: "Whether the key was changed is not known: the service does not answer",
      remedy: expect.stringContaining(`${path}.answer`) as string,
    });
  });

  test("reports that nothing was changed if the old key still works", async () => {
    await keyed(() => ({ body: "<html>" }));
    await expect(open().resetKey()).rejects.toThrow(
      /not changed: the service's answer could not be read, and the old key/,
    );
  });
});

describe("a rotation whose answer is lost", () => {
  test("is not repeated, and reports it if the old key still works", async () => {
    await keyed(() => (response) => response.socket?.resetAndDestroy());
    await expect(open().resetKey()).rejects.toThrow(/the old key still works/);
    expect([reset(), readFileSync(path, "utf8")]).toEqual([1, KEY]);
    expect((await gateway?.price("WETH.eth"))?.usd).toBe(3000.5);
  });

  test("reports the new key as lost if the old one is dead", async () => {
    await keyed((accept) => {
      accept();
      return { status: 502, body: "<html>" };
    });
    await expect(open().resetKey()).rejects.toThrow(/the answer with the new one was lost/);
    expect(reset()).toBe(1);
  });

  test("in half a body is lost too, and its beginning is kept nowhere", async () => {
    await keyed((accept) => {
      accept();
      return { body: `{"success":true,"apiKey":"${NEXT.slice(0, 20)}` };
    });
    const { log, lines } = keptLog();
    const failed: unknown = await open({ log })
      .resetKey()
      .catch((thrown: unknown) => thrown);
    expect(textOf(failed) + lines.join()).not.toContain(NEXT.slice(0, 16));
  });

  test("is left to the next start if the service then stays silent", async () => {
    const state = await keyed((accept) => {
      accept();
      return { body: { success: true, apiKey: NEXT } };
    });
    writeFileSync(join(dir, "key.rotating"), "", { mode: 0o600 });
    writeFileSync(join(dir, "key.next"), NEXT, { mode: 0o600 });
    state.valid = NEXT;
    await open().connect();
    expect([readFileSync(path, "utf8").trim(), readdirSync(dir)]).toEqual([NEXT, ["key"]]);
  });
});

/** Everything that an error could show: message, stack, remedy, fields, causes. */
function textOf(value: unknown): string {
  if (!(value instanceof Error)) return String(value);
  return [value.message, value.stack, JSON.stringify(value), textOf(value.cause)].join("\n");
}

describe("the key", () => {
  test.each<[string, Reply]>([
    ["401 that repeats it", { status: 401, body: error(`Invalid API key ${KEY}`) }],
    ["500 that repeats it", { status: 500, body: `trace: Bearer ${KEY}` }],
    ["redirect that repeats it", { status: 302, headers: { location: `/?key=${KEY}` }, body: "" }],
    ["429 that repeats it", { status: 429, headers: { "retry-after": "1" }, body: error(`slow, ${KEY}`) }],
    ["200 that repeats it", { body: KEY }],
    ["error with 200 that repeats it", { body: error(KEY) }],
    ["connection that breaks", (response) => response.socket?.resetAndDestroy()],
  ])("is in no error and no log, whatever happens: %s", async (_case, reply) => {
    service = await serve(() => reply);
    const { log, lines } = keptLog();
    const gateway = open({ log, retry: { retries: 0 } });
    const failed: unknown = await gateway.status().catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(Error);
    expect(textOf(failed) + lines.join()).not.toContain(KEY);
  });
});
