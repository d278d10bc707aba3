import { describe, expect, it, vi } from "vitest";
import { openConfig } from "../../src/app/config/find.js";
import { UsageError } from "../../src/app/errors.js";
import { readJournal } from "../../src/app/journal/read.js";
import { momentOf } from "../../src/app/moment.js";
import { replay } from "../../src/app/replay.js";
import { UnknownRunError } from "../../src/replay/index.js";
import { toJson } from "../../src/app/json.js";
import { Decimal } from "../../src/core/decimal.js";
import { join } from "node:path";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/system-clock.js";
import { openJournal } from "../../src/journal/index.js";
import { botFolder } from "./bot-files.js";

const NOW = Date.UTC(2025, 0, 31, 12);

describe("a time on the command line", () => {
  it.each([
    ["2025-01-31", Date.UTC(2025, 0, 31)],
    ["2025-01-31T10:00:00Z", Date.UTC(2025, 0, 31, 10)],
    ["2025-01-31T10:00:00+02:00", Date.UTC(2025, 0, 31, 8)],
    ["2025-01-31 10:00", Date.UTC(2025, 0, 31, 10)],
    ["1738317600000", 1_738_317_600_000],
    ["2h", Date.UTC(2025, 0, 31, 10)],
    ["1h30m", Date.UTC(2025, 0, 31, 10, 30)],
  ])("%s is understood", (text, at) => {
    expect(momentOf(text, NOW)).toBe(at);
  });

  it.each(["yesterday", "", "2025-13-45", "12:00", "-2h", "1e12", "99999999999999999", "999999999999d"])(
    "%j is refused",
    (text) => {
      expect(() => momentOf(text, NOW)).toThrow(UsageError);
    },
  );

  it.each([
    ["1738317600", "seconds"],
    ["1738317600000000", "microseconds"],
    ["1738317600000000000", "nanoseconds"],
  ])("%s is told to be %s, with the milliseconds to write", (text, unit) => {
    expect(() => momentOf(text, NOW)).toThrow(
      expect.objectContaining({
        message: `${text} seems to be ${unit}, and times are milliseconds`,
        remedy: "Write 1738317600000.",
      }),
    );
  });
});

describe("reading the journal", () => {
  it("says so where there is none", () => {
    const { file } = botFolder("service: { sandbox: {} }\n");
    expect(() => readJournal("runs", { config: file })).toThrow(/There is no journal/);
  });

  it("needs no key: what is on disk can be read where the environment has none", async () => {
    vi.stubEnv("CONTENDER_TEST_ABSENT_KEY", undefined);
    const { file, folder } = botFolder(
      "service: { baseUrl: http://127.0.0.1:9, key: '${CONTENDER_TEST_ABSENT_KEY}' }\n" +
        "strategies: [{ use: sma-cross, allocation: 1, secrets: { news: '${CONTENDER_TEST_ABSENT_KEY}' } }]\n",
    );
    openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog }).close();
    expect(readJournal("runs", { config: file })).toEqual([]);
    await expect(replay("last", file)).rejects.toThrow(UnknownRunError);
    expect(() => openConfig(file)).toThrow(/CONTENDER_TEST_ABSENT_KEY is not set/);
    vi.unstubAllEnvs();
  });

  it("names the run that was probably meant where there is no such run", () => {
    const { file, folder } = botFolder("service: { sandbox: {} }\n");
    const journal = openJournal({ dir: join(folder, ".contender"), clock: systemClock, log: silentLog });
    journal.begin({ id: "k7m2p9", startedAt: NOW, version: "0.1.0", config: {}, strategies: [], seed: "1" });
    journal.close();
    expect(readJournal("notes", { config: file, run: "k7m2p9" })).toEqual([]);
    expect(() => readJournal("notes", { config: file, run: "k7m2p8" })).toThrow(/no run "k7m2p8"/);
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
