import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openConfig } from "../../../src/app/config/find.js";
import { secretsOf } from "../../../src/app/config/secrets.js";
import { UsageError } from "../../../src/app/errors.js";
import { openLog } from "../../../src/app/process/log.js";
import { startBot } from "../../../src/app/start/bot.js";
import { openEventLines } from "../../../src/app/start/event-lines.js";
import { silentLog, type Log } from "../../../src/core/log.js";
import { openJournalReader } from "../../../src/journal/index.js";
import type { EngineEvent } from "../../../src/model/event.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { botFolder, BUYS_ONCE } from "../bot-files.js";

const event = (seq: number, text = "text"): EngineEvent => {
  const head = { seq, at: 1, run: null, strategy: null };
  return { ...head, type: "note", level: "info", kind: "some-note", text, data: null };
};

const linesOf = (file: string): unknown[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

describe("lines of events", () => {
  it("are added to a file that only its owner may read, each a line whatever stands in it", () => {
    const file = join(emptyFolder(), "events.jsonl");
    const awkward = "two\nlines, \u001b[31mred\u2028";
    for (const seq of [1, 2]) {
      const lines = openEventLines(file, silentLog);
      lines.write(event(seq, awkward));
      lines.close();
    }
    expect(linesOf(file)).toEqual([event(1, awkward), event(2, awkward)]);
    expect(readFileSync(file, "utf8")).not.toContain("\u2028");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("go on in a file that is there, whose mode stays", () => {
    const file = join(emptyFolder(), "events.jsonl");
    writeFileSync(file, `${JSON.stringify(event(1))}\n`, { mode: 0o644 });
    const lines = openEventLines(file, silentLog);
    lines.write(event(2));
    lines.close();
    expect(linesOf(file)).toEqual([event(1), event(2)]);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it("are refused where the file cannot be opened, with the file's name", () => {
    const file = join(emptyFolder(), "nowhere", "events.jsonl");
    expect(() => openEventLines(file, silentLog)).toThrow(UsageError);
    expect(() => openEventLines(file, silentLog)).toThrow(file);
  });

  it("that do not fit on the disk are lost, which is logged once", () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
    const lines = openEventLines("/dev/full", log);
    for (const seq of [1, 2, 3]) lines.write(event(seq));
    lines.close();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("Events can no longer be written to /dev/full; trading goes on: ENOSPC");
  });
});

describe("a bot that writes its events", () => {
  const CONFIG = `
service: { sandbox: { duration: 1h } }
strategies: [{ use: ./buys-once.ts, allocation: 0.5 }]
`;

  it("writes what its journal has, and goes on in the next run with the numbers after it", async () => {
    const { folder, file } = botFolder(CONFIG);
    writeFileSync(join(folder, "buys-once.ts"), BUYS_ONCE);
    const events = join(folder, "events.jsonl");
    const loaded = openConfig(file);
    const secrets = secretsOf(loaded);
    const destination = { write: (): void => {} };
    const log = await openLog({ level: "error", secrets, pretty: false, colour: false, destination });
    for (let i = 0; i < 2; i++) await startBot({ loaded, secrets, log }, { dryRun: false, once: true, events });
    const reader = openJournalReader(loaded.path(loaded.config.data));
    onTestFinished(() => reader.close());
    const written = linesOf(events) as EngineEvent[];
    expect(written).toEqual(reader.events(0));
    expect(written.map(({ seq }) => seq)).toEqual(written.map((_one, i) => i + 1));
    expect(written.filter(({ type }) => type === "run-started")).toHaveLength(2);
    expect(written.filter(({ type }) => type === "trade").length).toBeGreaterThan(0);
    expect(written.at(-1)?.type).toBe("run-ended");
  });
});
