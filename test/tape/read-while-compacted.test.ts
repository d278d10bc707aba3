import type * as fs from "node:fs";
import { cpSync, rmSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { compactTape, openTape, TapeWriter } from "../../src/tape/index.js";
import { emptyFolder } from "../support/empty-folder.js";

/** Called before a file is opened or read. */
const hook = vi.hoisted(() => ({ before: (): void => undefined }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const openSync: typeof fs.openSync = (...args) => {
    hook.before();
    return real.openSync(...args);
  };
  const readFileSync = ((...args: Parameters<typeof fs.readFileSync>) => {
    hook.before();
    return real.readFileSync(...args);
  }) as typeof fs.readFileSync;
  return { ...real, openSync, readFileSync };
});

function record(folder: string, from: number, until: number): void {
  const writer = new TapeWriter(folder, { source: "test" });
  for (let at = from; at < until; at++) writer.record("WETH.eth", { usd: 100 + at, readAt: at, movedAt: at });
  writer.close();
}

test("a tape that is opened while another process compacts it is read whole, at whatever step that is", async () => {
  const [before, after] = [emptyFolder(), emptyFolder()];
  record(before, 1, 10);
  await compactTape(before);
  record(before, 10, 20);
  cpSync(before, after, { recursive: true });
  const { fingerprint } = await compactTape(after);
  let steps = 0;
  for (let compacted = true; compacted; steps++) {
    const folder = emptyFolder();
    cpSync(before, folder, { recursive: true });
    let left = steps;
    hook.before = () => {
      if (left-- > 0) return;
      hook.before = () => undefined;
      rmSync(folder, { recursive: true });
      cpSync(after, folder, { recursive: true });
      compacted = true;
    };
    compacted = false;
    const tape = openTape(folder);
    hook.before = () => undefined;
    expect([tape.fingerprint, tape.tracks[0]?.rows]).toEqual([fingerprint, 19]);
  }
  expect(steps).toBeGreaterThan(4);
});
