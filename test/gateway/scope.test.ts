import { afterEach, expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import type { Gateway } from "../../src/gateway/gateway.js";
import { gatewayFor, PRICE_OF_ANY, serve, STATUS, TRADE, type LocalService, type Reply } from "./service.js";

let service: LocalService | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await service?.close();
});

async function against(reply: (path: string, count: number) => Reply): Promise<Gateway> {
  service = await serve(({ path }, count) => reply(path, count));
  gateway = gatewayFor(service.url, { retry: { retries: 0 } });
  return gateway;
}

const body = (path: string): unknown =>
  path.endsWith("execute") ? { success: true, transaction: TRADE } : path.endsWith("status") ? STATUS : PRICE_OF_ANY;
const asked = (): string[] => service?.received.map(({ url }) => url) ?? [];

test("equal reads are one request, whether it is under way or done; others have their own", async () => {
  const scope = (await against((path) => ({ body: body(path) }))).scope();
  const [a, b] = await Promise.all([scope.price("WETH.eth"), scope.price("WETH.eth")]);
  expect(await scope.price("WETH.eth")).toBe(a);
  expect(b).toBe(a);
  await scope.price("USDC.eth");
  await scope.price("WETH.eth", { purpose: "trade" });
  await scope.status();
  expect(asked()).toHaveLength(4);
});

test("quotes of the same amount are equal, however it is written", async () => {
  const scope = (await against((path) => ({ body: body(path) }))).scope();
  const quote = (amount: string) =>
    Promise.resolve(scope.quote({ from: "USDC.eth", to: "WETH.eth", amount: new Decimal(amount) })).catch(() => null);
  await Promise.all([quote("1"), quote("1.00"), quote("2")]);
  expect(asked()).toHaveLength(2);
});

test("two scopes share nothing", async () => {
  const gateway = await against((path) => ({ body: body(path) }));
  await gateway.scope().status();
  await gateway.scope().status();
  expect(asked()).toHaveLength(2);
});

test("a closed scope passes every read on", async () => {
  const scope = (await against((path) => ({ body: body(path) }))).scope();
  await scope.status();
  scope.close();
  scope.close();
  await scope.status();
  await scope.status();
  expect(asked()).toHaveLength(3);
});

test("an execute closes every scope, and reads that begin while it runs are not kept either", async () => {
  let release = (): void => undefined;
  const gateway = await against((path) =>
    path.endsWith("execute")
      ? (response) => (release = () => void response.end(JSON.stringify(body(path))))
      : { body: body(path) },
  );
  const before = gateway.scope();
  await before.status();
  const trade = gateway.execute({ from: "USDC.eth", to: "WETH.eth", amount: new Decimal(1), reason: "x" });
  const during = gateway.scope();
  await during.status();
  await expect.poll(() => asked().length).toBe(3);
  release();
  await trade;
  await Promise.all([before.status(), during.status()]);
  expect(asked()).toHaveLength(5);
});

test("a failure is shared by its waiting callers, and not kept", async () => {
  const scope = (
    await against((path, count) => (count === 1 ? { status: 400, body: "" } : { body: body(path) }))
  ).scope();
  const both = await Promise.allSettled([scope.status(), scope.status()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked()).toHaveLength(1);
  expect(await scope.status()).toMatchObject({ active: true });
});

test("an aborted caller leaves the request to the others", async () => {
  let release = (): void => undefined;
  const gateway = await against(
    (path) => (response) => (release = () => void response.end(JSON.stringify(body(path)))),
  );
  const scope = gateway.scope();
  const controller = new AbortController();
  const leaving = Promise.resolve(scope.status({ signal: controller.signal })).catch(
    (error: unknown) => (error as Error).message,
  );
  const staying = scope.status({ signal: new AbortController().signal });
  await expect.poll(() => asked().length).toBe(1);
  controller.abort(new Error("left"));
  expect(await leaving).toBe("left");
  release();
  expect(await staying).toMatchObject({ active: true });
});

test("when all callers have aborted the request is aborted too, and the next read is a new one", async () => {
  let closed = false;
  const gateway = await against((path, count) =>
    count === 1 ? (response) => response.on("close", () => (closed = true)) : { body: body(path) },
  );
  const scope = gateway.scope();
  const controllers = [new AbortController(), new AbortController()];
  const reads = controllers.map(({ signal }) => Promise.resolve(scope.status({ signal })).catch(() => null));
  await expect.poll(() => asked().length).toBe(1);
  for (const controller of controllers) controller.abort(new Error("left"));
  await Promise.all(reads);
  await expect.poll(() => closed).toBe(true);
  expect(await scope.status()).toMatchObject({ active: true });
});

test("an already aborted signal sends nothing", async () => {
  const scope = (await against((path) => ({ body: body(path) }))).scope();
  await expect(scope.status({ signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
  expect(asked()).toHaveLength(0);
});

test("one signal may serve any number of reads, with a scope or without, and Node warns of nothing", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on("warning", onWarning);
  const gateway = await against((path) => ({ body: body(path) }));
  const scope = gateway.scope();
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => (i % 2 === 0 ? scope.status({ signal }) : gateway.status({ signal }))),
  );
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});
