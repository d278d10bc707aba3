import { describe, expect, it, vi } from "vitest";
import { openConfig } from "../../src/app/config/find.js";
import { UsageError } from "../../src/app/errors.js";
import { eachOfJournal, readJournal, type JournalQuestion } from "../../src/app/journal/read.js";
import { momentOf } from "../../src/app/moment.js";
import { replay } from "../../src/app/replay.js";
import { UnknownRunError } from "../../src/replay/index.js";
import { toJson } from "../../src/app/json.js";
import { Decimal } from "../../src/core/number/decimal.js";
import { join } from "node:path";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { openJournal } from "../../src/journal/index.js";
import { run } from "../cli/run.js";
import { EACH_MINUTE, entry } from "../journal/support.js";
import { botFolder } from "./bot-files.js";

const NOW = Date.UTC(2025, 0, 31, 12);

describe("a time on the command line", () => {
  it.each([
    ["2025-01-31", Date.UTC(2025, 0, 31)],
    ["2025-01-31T10:00:00Z", Date.UTC(2025, 0, 31, 10)],
    ["2025-01-31T10:00:00+02:00", Date.UTC(2025, 0, 31, 8)],
    ["2025-01-31T10:00:00.500+0200", Date.UTC(2025, 0, 31, 8, 0, 0, 500)],
    ["2025-01-31 10:00", Date.UTC(2025, 0, 31, 10)],
    ["1738317600000", 1_738_317_600_000],
    ["2h", Date.UTC(2025, 0, 31, 10)],
    ["1h30m", Date.UTC(2025, 0, 31, 10, 30)],
  ])("%s is understood", (text, at) => {
    expect(momentOf(text, NOW)).toBe(at);
  });

  it.each([
    "yesterday",
    "",
    "2025-13-45",
    "2025-02-29",
    "2025-02-30T10:00Z",
    "2025-01-31junk",
    "2025-01-31T10:00Zulu",
    "12:00",
    "-2h",
    "1e12",
    "99999999999999999",
    "999999999999d",
  ])("%j is refused", (text) => {
    expect(() => momentOf(text, NOW)).toThrow(UsageError);
  });

  it.each([
    ["1738317600", "seconds"],
    ["1738317600000000", "microseconds"],
    ["1738317600000000000", "nanoseconds"],
  ])("%s is reported as %s, with the milliseconds to write", (text, unit) => {
    expect(() => momentOf(text, NOW)).toThrow(
      expect.objectContaining({
        message: `${text} seems to be in ${unit}, but times are in milliseconds`,
        remedy: "Write 1738317600000.",
      }),
    );
  });
});

describe("reading the journal", () => {
  it("reports a missing journal", () => {
    const { file } = botFolder("service: { sandbox: {} }\n");
    expect(() => readJournal("runs", { config: file })).toThrow(/There is no journal/);
  });

  it("needs no key, even if the environment has none", async () => {
    vi.stubEnv("CONTENDER_TEST_ABSENT_KEY", undefined);
    const { file, folder } = botFolder(
      "service: { baseUrl: http://127.0.0.1:9, key: '${CONTENDER_TEST_ABSENT_KEY}' }\n" +
        "strategies: [{ use: sma-cross, allocation: 1, secrets: { news: '${CONTENDER_TEST_ABSENT_KEY}' } }]\n",
    );
    openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog }).close();
    expect(readJournal("runs", { config: file })).toEqual([]);
    await expect(replay("last", { config: file, trustRecorded: false })).rejects.toThrow(UnknownRunError);
    expect(() => openConfig(file)).toThrow(/CONTENDER_TEST_ABSENT_KEY is not set/);
    vi.unstubAllEnvs();
  });

  it("has no last run if none has begun, whichever name is used for it", async () => {
    const { file, folder } = botFolder("service: { sandbox: {} }\n");
    openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog }).close();
    for (const name of ["last", "latest"]) {
      expect(() => readJournal("notes", { config: file, run: name })).toThrow(/has no run yet$/);
      await expect(replay(name, { config: file, trustRecorded: false })).rejects.toThrow(/has no run yet$/);
    }
  });

  it("suggests the run that was probably meant if there is no such run", () => {
    const { file, folder } = botFolder("service: { sandbox: {} }\n");
    const journal = openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog });
    journal.begin({ id: "k7m2p9", startedAt: NOW, version: "0.1.0", config: {}, strategies: [], seed: "1" });
    journal.close();
    expect(readJournal("notes", { config: file, run: "k7m2p9" })).toEqual([]);
    expect(() => readJournal("notes", { config: file, run: "k7m2p8" })).toThrow(/no run "k7m2p8"/);
  });
});

describe("D a strategy named on the command line", () => {
  const ran = (id: string, ...names: string[]) => ({
    ...{ id, startedAt: NOW, version: "0.1.0", config: {}, seed: "1" },
    strategies: names.map((name) => ({
      name,
      version: "1",
      file: "",
      params: {},
      allocation: 0.5,
      schedule: EACH_MINUTE,
    })),
  });

  /** A journal of two runs. */
  function journalOfTwo(): string {
    const { file, folder } = botFolder("service: { sandbox: {} }\n");
    const journal = openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog });
    journal.begin(ran("k7m2p9", "dip-buyer"));
    journal.begin(ran("m3n4q5", "sma-cross", "rebalance"));
    journal.adjust(NOW, [entry("1", { book: "dip-buyer" })]);
    journal.close();
    return file;
  }

  it.each([
    [
      "sma-crss",
      {},
      /^No run of the journal had/,
      "Did you mean sma-cross? Strategies: dip-buyer, sma-cross, rebalance.",
    ],
    ["WRONG", { run: "last" }, /^Run m3n4q5 did not have a strategy "WRONG"$/, "Strategies: sma-cross, rebalance."],
    ["sma-cross", { run: "k7m2p9" }, /^Run k7m2p9 did not have/, "Strategies: dip-buyer."],
  ])("is refused if no run had it (%s of %j), with those that exist", (strategy, where, message, remedy) => {
    const config = journalOfTwo();
    expect(() => readJournal("decisions", { config, strategy, ...where })).toThrow(
      expect.objectContaining({ code: "USAGE", message: expect.stringMatching(message) as string, remedy }),
    );
  });

  it("is accepted if it decided nothing or had only a book, and so is the unassigned book", () => {
    const config = journalOfTwo();
    expect(readJournal("decisions", { config, run: "last", strategy: "sma-cross" })).toEqual([]);
    expect(readJournal("decisions", { config, run: "last", strategy: "unassigned" })).toEqual([]);
    expect(readJournal("books", { config, run: "last", strategy: "dip-buyer" })).toHaveLength(1);
  });
});

it("a run without an end was killed if a later one exists or no process holds the journal", async () => {
  const { file, folder } = botFolder("service: { sandbox: {} }\n");
  const dir = join(folder, ".contender");
  const began = (id: string) => ({ id, startedAt: NOW - 1, version: "0.1.0", config: {}, strategies: [], seed: "1" });
  const opened = () => openJournal({ dir, clock: systemClock, log: silentLog });
  const shown = async () => (await run("journal", "runs", "--config", file)).stdout.trimEnd().split("\n").slice(1);
  const first = opened();
  first.begin(began("k7m2p9"));
  first.note({ at: NOW, level: "info", kind: "standing", text: "Rank 1" });
  expect(readJournal("runs", { config: file })).toMatchObject([{ state: "running" }]);
  first.close();
  expect(readJournal("runs", { config: file })).toMatchObject([{ state: "killed", lastAt: NOW, ending: null }]);
  expect(await shown()).toEqual([expect.stringMatching(/killed at about 2025-01-31 12:00:00$/)]);
  const second = opened();
  second.begin(began("m3n4q5"));
  expect(readJournal("runs", { config: file })).toMatchObject([{ state: "killed" }, { state: "running" }]);
  second.end(NOW, { exitCode: 0, text: "done" });
  second.close();
  expect(readJournal("runs", { config: file })).toMatchObject([{ state: "killed" }, { state: "ended", lastAt: NOW }]);
});

it("if there are journals of backtests only, the newest is named", () => {
  const { file, folder } = botFolder("service: { sandbox: {} }\n");
  const dir = join(folder, ".contender", "backtests", "k7m2p9");
  openJournal({ dir, clock: systemClock, log: silentLog }).close();
  expect(() => readJournal("runs", { config: file })).toThrow(
    expect.objectContaining({
      code: "JOURNAL_MISSING",
      message: expect.stringContaining("holds journals of backtests, but none of a bot") as string,
      remedy: "Use --run backtest for the newest backtest, k7m2p9, or --run with another id.",
    }),
  );
});

describe("a long journal", () => {
  /** Two runs: 700 notes of the first, 700 of the second. */
  async function long(): Promise<string> {
    const { file, folder } = botFolder("service: { sandbox: {} }\n");
    const journal = openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog });
    const write = (id: string, i: number): void => {
      const rehearsal = i === 1;
      journal.begin({ id, startedAt: NOW, version: "0.1.0", config: {}, strategies: [], seed: "1", rehearsal });
      for (let n = 700 * i + 1; n <= 700 * (i + 1); n++)
        journal.note({ at: NOW + n, level: "info", kind: "rank", text: `${n}`, data: { quoted: '"\n' } });
    };
    // One transaction: 1,400 would be synced to disk one by one.
    await journal.together(async () => ["k7m2p9", "m3n4q5"].forEach(write));
    journal.close();
    return file;
  }

  const textsOf = async (question: JournalQuestion): Promise<string[][]> => {
    const pages: string[][] = [];
    const signal = new AbortController().signal;
    await eachOfJournal("notes", question, { signal }, (rows) => pages.push(rows.map(({ text }) => text)));
    return pages;
  };
  const numbers = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

  it("is read page by page: all of it, the last so many, those of a run, and none", async () => {
    const config = await long();
    const all = await textsOf({ config });
    expect(all.map((page) => page.length)).toEqual([500, 500, 400]);
    expect(all.flat()).toEqual(numbers(1, 1_400));
    expect((await textsOf({ config, limit: "600" })).flat()).toEqual(numbers(801, 1_400));
    expect((await textsOf({ config, limit: "5000" })).flat()).toEqual(numbers(1, 1_400));
    expect((await textsOf({ config, run: "k7m2p9" })).flat()).toEqual(numbers(1, 700));
    expect((await textsOf({ config, run: "last", limit: "2" })).flat()).toEqual(["1399", "1400"]);
    expect(await textsOf({ config, from: "2100-01-01" })).toEqual([]);
  });

  it("marks each row whose run is a rehearsal", async () => {
    const rows = readJournal("notes", { config: await long() });
    expect(rows.map(({ rehearsal }) => rehearsal)).toEqual(rows.map(({ run }) => run === "m3n4q5"));
    expect(new Set(rows.map(({ run }) => run))).toEqual(new Set(["k7m2p9", "m3n4q5"]));
  });

  it("is read no further once the reader stops", async () => {
    const stop = new AbortController();
    let pages = 0;
    await eachOfJournal("notes", { config: await long() }, stop, () => {
      pages++;
      stop.abort();
    });
    expect(pages).toBe(1);
  });

  it("is printed with --json as one document, even page by page or without rows", async () => {
    const config = await long();
    const whole = (rows: unknown): string => `${JSON.stringify({ notes: toJson(rows) }, null, 2)}\n`;
    const printed = await run("journal", "notes", "--json", "--config", config);
    expect(printed).toEqual({ code: 0, stdout: whole(readJournal("notes", { config })), stderr: "" });
    const none = await run("journal", "notes", "--from", "2100-01-01", "--json", "--config", config);
    expect(none).toEqual({ code: 0, stdout: whole([]), stderr: "" });
  });
});

describe("a JSON document", () => {
  it("has decimals as plain texts, however small", () => {
    expect(toJson({ a: new Decimal("0.0000001"), b: [new Decimal("1e30")] })).toEqual({
      a: "0.0000001",
      b: ["1000000000000000000000000000000"],
    });
  });

  it("has null for what is not finite, and leaves undefined out", () => {
    expect(toJson({ a: Infinity, b: undefined, c: NaN, d: null, e: true })).toEqual({
      a: null,
      c: null,
      d: null,
      e: true,
    });
  });
});
