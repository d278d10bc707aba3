import type fs from "node:fs";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { Secrets } from "../../../src/core/secrets.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";

/**
 * A process may be killed between any two system calls of a rotation. Here the n-th call that changes
 * something fails, and so does every later one, for every n: that is what the disk sees of a kill.
 */
const kill = vi.hoisted(() => ({ after: Infinity, calls: 0 }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const mortal = <Args extends unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      if (++kill.calls > kill.after) throw new Error("killed");
      return call(...args);
    };
  };
  return {
    ...real,
    writeSync: mortal(real.writeSync as (fd: number, bytes: Uint8Array) => number),
    fsyncSync: mortal(real.fsyncSync),
    ftruncateSync: mortal(real.ftruncateSync),
    mkdtempSync: mortal(real.mkdtempSync as (prefix: string) => string),
    renameSync: mortal(real.renameSync),
    rmSync: mortal(real.rmSync),
  };
});

const OLD = "0123456789abcdef_0123456789abcdef";
const NEW = "fedcba9876543210_fedcba9876543210";
const dirs: string[] = [];
afterEach(() => {
  kill.after = Infinity;
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
});

/** A rotation that is killed after so many calls; gives how many it made, and whether it still lived at the end. */
async function rotateAndDie(path: string, service: { valid: string }, after: number, valid = NEW): Promise<boolean> {
  Object.assign(kill, { after, calls: 0 });
  const store = new KeyFile(path, new Secrets());
  const done = await store
    .rotate(() => {
      // Once dead, a process asks for nothing.
      if (kill.calls > after) return Promise.reject(new Error("killed"));
      service.valid = valid;
      return Promise.resolve(NEW);
    })
    .then(
      () => true,
      () => false,
    );
  if (done && valid === NEW) store.confirm();
  return done;
}

test("after a kill anywhere since the new key was on disk, the next start has a valid key", async () => {
  let lost = 0;
  let finished = false;
  for (let after = 0; !finished; after++) {
    const dir = mkdtempSync(join(tmpdir(), "contender-kill-"));
    dirs.push(dir);
    const path = join(dir, "key");
    writeFileSync(path, OLD, { mode: 0o600 });
    const service = { valid: OLD };
    finished = await rotateAndDie(path, service, after).catch(() => false);
    kill.after = Infinity;
    const onDisk = readdirSync(dir).some((name) => readFileSync(join(dir, name), "utf8").trim() === service.valid);
    const store = new KeyFile(path, new Secrets());
    const recovered = await store
      .recover((key) => Promise.resolve(key === service.valid))
      .then(
        () => true,
        () => false,
      );
    // Between the service's answer and the write of it nobody can do anything: that one is told.
    if (!onDisk) {
      lost++;
      expect(recovered).toBe(false);
      continue;
    }
    expect([recovered, store.key(), readdirSync(dir)]).toEqual([true, service.valid, ["key"]]);
  }
  expect(lost).toBe(1);
  expect(kill.calls).toBeGreaterThan(10);
});

test("after a kill anywhere in a rotation whose new key never works, the next start has the old one", async () => {
  for (let after = 0, finished = false; !finished; after++) {
    const dir = mkdtempSync(join(tmpdir(), "contender-kill-"));
    dirs.push(dir);
    const path = join(dir, "key");
    writeFileSync(path, OLD, { mode: 0o600 });
    finished = await rotateAndDie(path, { valid: OLD }, after, OLD).catch(() => false);
    kill.after = Infinity;
    const store = new KeyFile(path, new Secrets());
    await store.recover((key) => Promise.resolve(key === OLD));
    expect([store.key(), readdirSync(dir)]).toEqual([OLD, ["key"]]);
  }
  expect(kill.calls).toBeGreaterThan(10);
});
