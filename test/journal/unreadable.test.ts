import type fs from "node:fs";
import { expect, test, vi } from "vitest";
import { journalWrittenAt, openJournalReader } from "../../src/journal/index.js";
import { folder, open } from "./support.js";

/** What another user's folder denies: even to look into it, or to read the file alone. */
const denied = vi.hoisted(() => ({ what: "nothing" }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const deny = (): never => {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  };
  return {
    ...real,
    existsSync: (path: string) => denied.what !== "folder" && real.existsSync(path),
    statSync: (...args: Parameters<typeof fs.statSync>) => (denied.what === "folder" ? deny() : real.statSync(...args)),
    accessSync: (path: string, mode: number) => (denied.what === "file" ? deny() : real.accessSync(path, mode)),
  };
});

test.each(["folder", "file"])(
  "a %s of another user is not reported as missing: the error names who may read it",
  (what) => {
    const dir = folder();
    open(dir).close();
    const unreadable = expect.objectContaining({
      code: "JOURNAL_UNREADABLE",
      message: `This user may not read ${dir}, where the journal is`,
      remedy: "Run the command as the user who runs the bot.",
    }) as Error;
    denied.what = what;
    expect(() => journalWrittenAt(dir)).toThrow(unreadable);
    expect(() => openJournalReader(dir)).toThrow(unreadable);
    denied.what = "nothing";
    openJournalReader(dir).close();
  },
);
