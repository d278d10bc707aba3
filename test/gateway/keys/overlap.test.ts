import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Secrets } from "../../../src/core/secrets.js";
import type { Gateway } from "../../../src/gateway/gateway.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { gatewayFor, HEALTH, KEY, PRICE, PROFILE, serve, STATUS, type LocalService } from "../service.js";

const NEXT = "1111111111111111_2222222222222222";
const RESET = "reset-api-key";

let dir = "";
let service: LocalService | undefined;
beforeEach(() => {
  dir = emptyFolder();
  writeFileSync(join(dir, "key"), KEY, { mode: 0o600 });
});
afterEach(async () => {
  await service?.close();
});

/** A service that answers the reset, and the first request to each of these paths, only when told to. */
async function holding(...paths: readonly string[]): Promise<(path: string) => void> {
  const answers = new Map<string, () => void>();
  service = await serve((request) => {
    const path = request.path.split("/").at(-1) ?? "";
    const body = { health: HEALTH, profile: PROFILE, price: PRICE, [RESET]: { success: true, apiKey: NEXT } }[path];
    if (answers.has(path) || ![...paths, RESET].includes(path)) return { body: body ?? STATUS };
    return (response) => void answers.set(path, () => response.end(JSON.stringify(body)));
  });
  return (path) => answers.get(path)?.();
}

function open(): { readonly gateway: Gateway; readonly key: KeyFile } {
  const secrets = new Secrets();
  const key = new KeyFile(join(dir, "key"), secrets);
  return { gateway: gatewayFor(service?.url ?? "", { key, secrets }), key };
}

const asked = (path: string): Promise<void> =>
  expect.poll(() => service?.received.filter((one) => one.path.endsWith(path)).length).toBe(1);

/** Closes it once the reset was asked for, and lets that be answered then. */
async function closeInReset(gateway: Gateway, answer: (path: string) => void): Promise<void> {
  await asked(RESET);
  const closed = gateway.close();
  // Whatever hangs up does so before it is answered.
  await new Promise((resolve) => setImmediate(resolve));
  answer(RESET);
  await closed;
}

const kept = (): unknown => [readFileSync(join(dir, "key"), "utf8").trim(), readdirSync(dir)];

describe("a gateway that is closed while the key is reset keeps the new one", () => {
  test("if the reset waited for a recovery to end", async () => {
    writeFileSync(join(dir, "key.rotating"), "", { mode: 0o600 });
    const answer = await holding("profile");
    const { gateway } = open();
    const connected = gateway.connect().catch(() => undefined);
    await asked("profile");
    const rotation = Promise.allSettled([gateway.resetKey()]);
    answer("profile");
    await closeInReset(gateway, answer);
    expect((await rotation)[0].status).toBe("fulfilled");
    await connected;
    expect(kept()).toEqual([NEXT, ["key"]]);
  });

  test("if a recovery found nothing to do while the reset waited for a request in flight", async () => {
    const answer = await holding("health", "price");
    const { gateway, key } = open();
    const looked = vi.spyOn(key, "interrupted");
    const reads = Promise.allSettled([gateway.connect(), gateway.price("WETH.eth")]);
    await Promise.all([asked("health"), asked("price")]);
    const rotation = Promise.allSettled([gateway.resetKey()]);
    answer("health");
    await expect.poll(() => looked.mock.calls.length).toBe(1);
    answer("price");
    await closeInReset(gateway, answer);
    expect((await rotation)[0].status).toBe("fulfilled");
    await reads;
    expect(kept()).toEqual([NEXT, ["key"]]);
  });
});
