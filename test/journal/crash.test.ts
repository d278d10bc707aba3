import { spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { seededRandom } from "../../src/core/random.js";
import { openJournalReader } from "../../src/journal/index.js";
import { entry, folder, NOON, open, run } from "./support.js";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const writer = fileURLToPath(new URL("./child-writer.ts", import.meta.url));

function start(
  dir: string,
  runId: string,
): { child: ChildProcess; lines: string[]; until: (count: number) => Promise<void> } {
  const child = spawn(process.execPath, [jiti, writer, dir, runId], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  let rest = "";
  let ended = false;
  let wake = (): void => undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stdout.on("close", () => {
    ended = true;
    wake();
  });
  const until = async (count: number): Promise<void> => {
    while (lines.length < count && !ended) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { child, lines, until };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** What both books of the child hold. */
function held(recovered: ReturnType<ReturnType<typeof open>["recover"]>): number[] {
  return ["one", "other"].map((book) => recovered.books[book]?.["USDC.eth"]?.amount.toNumber() ?? 0);
}

describe("a journal whose process is killed", () => {
  it("has everything that was reported as written, nothing in part, and is free for the next process", async () => {
    const dir = folder();
    let before = 0;
    for (const [i, after] of [1, 30, 400].entries()) {
      const { child, lines, until } = start(dir, `run-${i}`);
      await until(after);
      await kill(child);
      const journal = open(dir);
      const [one = 0, other = 0] = held(journal.recover("c"));
      expect(one).toBe(-other);
      expect(one - before).toBeGreaterThanOrEqual(lines.length);
      expect(one - before).toBeLessThanOrEqual(lines.length + 1);
      before = one;
      journal.close();
    }
    const reader = openJournalReader(dir);
    expect(reader.runs().map(({ ending }) => ending)).toEqual([null, null, null]);
    reader.close();
  });

  it("refuses a second process while the first lives, names it, and stays readable", async () => {
    const dir = folder();
    const first = start(dir, "run-1");
    await first.until(5);
    const second = start(dir, "run-2");
    await second.until(1);
    expect(second.lines[0]).toMatch(new RegExp(`^JOURNAL_HELD .*\\(process ${first.child.pid}\\)$`));
    expect(() => open(dir)).toThrow(/is held by another bot/);
    const reader = openJournalReader(dir);
    const seen: number[] = [];
    for (let i = 0; i < 20; i++) {
      await first.until(first.lines.length + 1);
      const [one = 0, other = 0] = held(reader.recover("c"));
      expect(one).toBe(-other);
      seen.push(one);
    }
    expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
    reader.close();
    await kill(first.child);
    open(dir);
  });
});

describe("a journal whose write-ahead log was cut by a loss of power", () => {
  it("opens at any cut with the first so many transactions, whole", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    const sizes: number[] = [];
    const wal = join(dir, "journal.db-wal");
    for (let i = 1; i <= 40; i++) {
      journal.adjust(NOON + i, [
        entry("1", { competitionId: "c", book: "one" }),
        entry("-1", { competitionId: "c", book: "other" }),
      ]);
      sizes.push(statSync(wal).size);
    }
    const db = readFileSync(join(dir, "journal.db"));
    const log = readFileSync(wal);
    const random = seededRandom("cuts");
    const cuts = [...sizes, ...Array.from({ length: 60 }, () => random.int(log.length + 1))];
    for (const [i, cut] of cuts.entries()) {
      const copy = folder();
      writeFileSync(join(copy, "journal.db"), db);
      writeFileSync(join(copy, "journal.db-wal"), log);
      truncateSync(join(copy, "journal.db-wal"), cut);
      const reopened = open(copy);
      const [one = 0, other = 0] = held(reopened.recover("c"));
      const whole = sizes.filter((size) => size <= cut).length;
      expect([i, one, other === -one]).toEqual([i, whole, true]);
      reopened.adjust(NOON, [entry("1", { competitionId: "c", book: "one" })]);
      reopened.close();
    }
  });

  it("opens with a log whose end is garbage", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    journal.adjust(NOON, [entry("1", { competitionId: "c", book: "one" })]);
    const copy = folder();
    for (const file of ["journal.db", "journal.db-wal"]) copyFileSync(join(dir, file), join(copy, file));
    const wal = join(copy, "journal.db-wal");
    writeFileSync(wal, Buffer.concat([readFileSync(wal), Buffer.alloc(10_000, 0x5a)]));
    expect(held(open(copy).recover("c"))[0]).toBe(1);
  });
});
