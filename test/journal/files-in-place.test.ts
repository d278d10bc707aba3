import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JournalHeldError } from "../../src/journal/index.js";
import { folder, NOON, open, run } from "./support.js";

const GONE = expect.objectContaining({
  code: "JOURNAL_GONE",
  remedy: expect.stringContaining("Stop the bot before anything is done to them") as string,
}) as Error;
const note = { at: NOON, level: "info" as const, kind: "test", text: "one", data: {} };

describe("the files of a journal, under a bot that writes", () => {
  it.each<[string, (dir: string) => void]>([
    ["removed", (dir) => rmSync(dir, { recursive: true })],
    ["moved", (dir) => renameSync(dir, `${dir}-elsewhere`)],
    ["without journal.db-wal", (dir) => rmSync(join(dir, "journal.db-wal"))],
    ["without journal.db-shm", (dir) => rmSync(join(dir, "journal.db-shm"))],
    ["without journal.lock", (dir) => rmSync(join(dir, "journal.lock"))],
    [
      "with a copy in place of journal.db",
      (dir) => {
        copyFileSync(join(dir, "journal.db"), join(dir, "copy"));
        renameSync(join(dir, "copy"), join(dir, "journal.db"));
      },
    ],
  ])("refuse the next write once the folder is %s", (_, disturb) => {
    const dir = join(folder(), "data");
    const journal = open(dir);
    journal.begin(run());
    journal.note(note);
    disturb(dir);
    expect(() => journal.note(note)).toThrow(GONE);
  });

  it("are written again once they are back", () => {
    const dir = join(folder(), "data");
    const journal = open(dir);
    journal.begin(run());
    renameSync(dir, `${dir}-elsewhere`);
    expect(() => journal.note(note)).toThrow(GONE);
    renameSync(`${dir}-elsewhere`, dir);
    journal.note(note);
    expect(() => open(dir)).toThrow(JournalHeldError);
  });

  it("belong to the later bot if somebody removed the lock, and its note says so", () => {
    const dir = folder();
    const first = open(dir);
    first.begin(run());
    rmSync(join(dir, "journal.lock"));
    const second = open(dir);
    second.begin(run({ id: "run-2" }));
    writeFileSync(join(dir, "journal.pid"), "4711");
    expect(() => first.note(note)).toThrow(GONE);
    first.close();
    second.note(note);
    expect(readFileSync(join(dir, "journal.pid"), "utf8")).toBe("4711");
  });
});
