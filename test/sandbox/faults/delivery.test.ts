import { afterEach, describe, expect, test } from "vitest";
import type { FaultEntry, SandboxAnswer } from "../../../src/sandbox/index.js";
import { BALANCES, EXECUTE, requestOf, scene, SECOND, START, STATUS, type Scene } from "./scene.js";

let open: Scene | undefined;
afterEach(async () => {
  await open?.close();
});

const begin = (...faults: FaultEntry[]): Scene => (open = scene(faults));

/** What has become of an answer. */
const watched = (promise: Promise<SandboxAnswer>) => {
  let state: "waits" | "answered" | "lost" = "waits";
  promise.then(
    () => (state = "answered"),
    () => (state = "lost"),
  );
  return { state: () => state };
};

describe("a request that is lost", () => {
  test("makes no trade; the connection is reset", async () => {
    const { raw, ask, made, sandbox } = begin({ kind: "lost-request", operations: "executeTrade", how: "reset" });
    expect(await raw(EXECUTE)).toMatchObject({ status: 0, end: "reset" });
    await expect(ask(EXECUTE)).rejects.toMatchObject({ code: "SANDBOX_CONNECTION_LOST", errno: "ECONNRESET" });
    expect(made()).toEqual([]);
    expect(sandbox.faults.counts()).toEqual({ "lost-request": 2 });
    expect((await raw(STATUS)).status).toBe(200);
  });
});

describe("an answer that is lost", () => {
  test("leaves its trade made", async () => {
    const { raw, ask, made } = begin({ kind: "lost-answer", operations: "trade", how: "reset" });
    expect(await raw(EXECUTE, "over HTTP")).toMatchObject({ status: 0, end: "reset" });
    await expect(ask(EXECUTE, "in process")).rejects.toMatchObject({ code: "SANDBOX_CONNECTION_LOST" });
    expect(made().map(({ reason }) => reason)).toEqual(["in process", "over HTTP"]);
  });

  test("may be a silence, which ends with the sandbox", async () => {
    const { raw, ask, made, close } = begin({ kind: "lost-answer", how: "silence" });
    const silent = [raw(EXECUTE), ask(EXECUTE)];
    await expect.poll(() => made().length).toBe(2);
    const ended = expect(silent[1]).rejects.toThrow("The sandbox is closed");
    await close();
    await ended;
    expect(await silent[0]).toMatchObject({ status: 0 });
  });
});

describe("a connection that is reset", () => {
  test("before the body, status and headers have come", async () => {
    const { raw } = begin({ kind: "reset", when: "before" });
    expect(await raw(BALANCES)).toMatchObject({ status: 200, body: "", whole: false });
  });

  test("during the body, half of it has come", async () => {
    const { raw } = begin({ kind: "reset", when: "during" });
    const { status, headers, body, whole } = await raw(BALANCES);
    expect({ status, whole }).toEqual({ status: 200, whole: false });
    expect(body.length).toBe(Math.ceil(Number(headers["content-length"]) / 2));
  });

  test("after the body, all of it has come; the connection ends although it was to be kept", async () => {
    const { raw, ask } = begin({ kind: "reset", when: "after" });
    const answer = await raw(BALANCES, "", { connection: "keep-alive" });
    expect(answer).toMatchObject({ status: 200, whole: true });
    expect((await ask(BALANCES)).body).toBe(answer.body);
  });

  test("in process it is lost before and during the body", async () => {
    const { ask, made } = begin({ kind: "reset", when: ["before", "during"] });
    await expect(ask(EXECUTE)).rejects.toMatchObject({ errno: "ECONNRESET" });
    await expect(ask(EXECUTE)).rejects.toMatchObject({ errno: "ECONNRESET" });
    expect(made()).toHaveLength(2);
  });
});

describe("a delay", () => {
  test("lets the service get a request later", async () => {
    const { ask, clock, made } = begin({ kind: "late-request", by: "40s" });
    const asked = ask(EXECUTE);
    await clock.drive(START + 39 * SECOND, nextTurns);
    expect(made()).toEqual([]);
    await clock.drive(START + 40 * SECOND, nextTurns);
    expect((await asked).status).toBe(200);
    expect(made()).toMatchObject([{ at: START + 40 * SECOND }]);
  });

  test("lets the client get an answer later", async () => {
    const { ask, raw, clock, made } = begin({ kind: "late-answer", by: "40s" });
    const asked = [ask(EXECUTE), raw(EXECUTE)];
    await expect.poll(() => made().length).toBe(2);
    const state = watched(asked[0] as Promise<SandboxAnswer>);
    await clock.drive(START + 39 * SECOND, nextTurns);
    expect(state.state()).toBe("waits");
    await clock.drive(START + 40 * SECOND, nextTurns);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test("a request is served even if its client has gone", async () => {
    const { sandbox, key, clock, made } = begin({ kind: "late-request", by: "1m" });
    const url = await sandbox.listen(0);
    const gone = new AbortController();
    const { method, headers, body } = requestOf(EXECUTE, key);
    const asked = fetch(`${url}/api/trade/execute`, { method, headers, body: body ?? "", signal: gone.signal });
    await expect.poll(() => clock.next()).toBe(START + 60 * SECOND);
    gone.abort();
    await expect(asked).rejects.toThrow();
    clock.runUntil(START + 60 * SECOND);
    await expect.poll(() => made().length).toBe(1);
  });
});

test("a slow answer comes in pieces, over its whole time", async () => {
  const { ask, raw, clock } = begin({ kind: "slow-answer", over: "9s", pieces: 4 });
  const asked = [ask(BALANCES), raw(BALANCES)];
  await expect.poll(() => clock.next()).toBe(START + 3 * SECOND);
  const driven = (until: number) => clock.drive(until, nextTurns);
  const state = watched(asked[0] as Promise<SandboxAnswer>);
  await driven(START + 8 * SECOND);
  expect(state.state()).toBe("waits");
  await expect
    .poll(async () => {
      await driven(clock.now() + 3 * SECOND);
      return clock.next();
    })
    .toBeNull();
  const [inProcess, overHttp] = await Promise.all(asked);
  expect(overHttp).toMatchObject({ whole: true, end: "closed", body: inProcess?.body });
});

/** Lets everything go on that needs no time. */
async function nextTurns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}
