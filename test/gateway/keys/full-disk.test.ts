import type fs from "node:fs";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Secrets } from "../../../src/core/secrets.js";
import { KeyFile } from "../../../src/gateway/keys/key-file.js";

/** On a full disk a file can be made, and written over, but not one byte longer, once `files` have grown. */
const disk = vi.hoisted(() => ({ full: false, files: 0, code: "ENOSPC" }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    writeSync(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): number {
      if (disk.full && position + length > real.fstatSync(fd).size && disk.files-- <= 0)
        throw Object.assign(new Error(`${disk.code}: no room`), { code: disk.code });
      return real.writeSync(fd, bytes, offset, length, position);
    },
  };
});

const OLD = "0123456789abcdef_0123456789abcdef";
const NEW = "fedcba9876543210_fedcba9876543210";
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "contender-full-"));
  writeFileSync(join(dir, "key"), `${OLD}\n`, { mode: 0o600 });
});
afterEach(() => {
  Object.assign(disk, { full: false, files: 0, code: "ENOSPC" });
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

test.each([
  ["ENOSPC", 0],
  ["EDQUOT", 0],
  ["ENOSPC", 1],
])("a rotation on a full disk (%s) is refused before the service is asked, and leaves nothing", async (code, files) => {
  Object.assign(disk, { full: true, files, code });
  const store = new KeyFile(join(dir, "key"), new Secrets());
  const reset = vi.fn(() => Promise.resolve(NEW));
  await expect(store.rotate(reset)).rejects.toMatchObject({
    code: "KEY_ROTATION",
    message: expect.stringMatching(/^The key is as it was, and still valid: there is no room/) as string,
    remedy: expect.stringContaining("Make room") as string,
  });
  expect([reset.mock.calls, store.key(), readdirSync(dir)]).toEqual([[], OLD, ["key"]]);
});

test("a new key is written even if the disk has filled up before it arrives", async () => {
  const store = new KeyFile(join(dir, "key"), new Secrets());
  await store.rotate(() => {
    disk.full = true;
    return Promise.resolve(NEW);
  });
  const content = (name: string): string => readFileSync(join(dir, name), "utf8");
  expect([content("key"), content("key.previous")]).toEqual([`${NEW}\n`, `${OLD}\n`]);
});

test("a start on a full disk completes a rotation that left the new key beside the old one", async () => {
  writeFileSync(join(dir, "key.next"), `${NEW}\n`, { mode: 0o600 });
  disk.full = true;
  const store = new KeyFile(join(dir, "key"), new Secrets());
  await store.recover((key) => Promise.resolve(key === NEW));
  expect([store.key(), readFileSync(join(dir, "key"), "utf8"), readdirSync(dir)]).toEqual([NEW, `${NEW}\n`, ["key"]]);
});

test("a rotation on a full disk keeps the keys that an earlier one left", async () => {
  writeFileSync(join(dir, "key.next"), `${NEW}\n`, { mode: 0o600 });
  disk.full = true;
  const store = new KeyFile(join(dir, "key"), new Secrets());
  await expect(store.rotate(() => Promise.reject(new Error("asked")))).rejects.toMatchObject({ code: "KEY_ROTATION" });
  expect(readFileSync(join(dir, "key.next"), "utf8").trim()).toBe(NEW);
});

test("a start on a full disk completes a rotation after which the key in its place is the valid one", async () => {
  writeFileSync(join(dir, "key.rotating"), "", { mode: 0o600 });
  disk.full = true;
  const store = new KeyFile(join(dir, "key"), new Secrets());
  await store.recover((key) => Promise.resolve(key === OLD));
  expect([store.key(), readdirSync(dir)]).toEqual([OLD, ["key"]]);
});

test("a key that cannot be written anywhere leaves no folder for temporary files behind", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "contender-tmp-"));
  vi.stubEnv("TMPDIR", temporary);
  const store = new KeyFile(join(dir, "key"), new Secrets());
  const rotation = store.rotate(() => {
    rmSync(dir, { recursive: true });
    disk.full = true;
    return Promise.resolve(NEW);
  });
  await expect(rotation).rejects.toThrow("only this process has it now");
  expect([store.key(), readdirSync(temporary)]).toEqual([NEW, []]);
  rmSync(temporary, { recursive: true });
});
