import { cpSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare } from "../../src/app/compare.js";
import { loadConfig, type LoadedConfig } from "../../src/app/config/load.js";
import { explainTrade } from "../../src/app/journal/explain.js";
import { findRun } from "../../src/app/journal/find-run.js";
import { folder, open, run } from "../journal/support.js";

/** A journal with these runs, the last one last. */
function journalWith(dir: string, ...ids: string[]): string {
  const journal = open(dir);
  for (const id of ids) {
    journal.begin(run({ id }));
    journal.end(0, { exitCode: 0, text: "over" });
  }
  journal.close();
  return dir;
}

/** A config whose bot has made two runs and two backtests, the older one called first. */
function config(): { loaded: LoadedConfig; file: string; data: string } {
  const home = folder();
  const data = join(home, "data");
  mkdirSync(join(data, "backtests"), { recursive: true });
  journalWith(data, "botone", "bottwo");
  for (const [i, id] of ["testnw", "testod"].entries()) {
    const dir = join(data, "backtests", id);
    cpSync(journalWith(folder(), id), dir, { recursive: true });
    utimesSync(join(dir, "journal.db"), 1_000 - i, 1_000 - i);
  }
  const file = join(home, "contender.yaml");
  writeFileSync(file, "service: { sandbox: {} }\ndata: ./data\n");
  return { loaded: loadConfig(file, {}), file, data };
}

describe("findRun", () => {
  it("finds the bot's runs, the backtests beside them, and the last of each", () => {
    const { loaded, data } = config();
    const found = (name: string) => findRun(name, loaded);
    expect(found("botone")).toEqual({ folder: data, id: "botone" });
    for (const name of ["latest", "last"]) expect(found(name)).toEqual({ folder: data, id: "bottwo" });
    expect(found("testod")).toEqual({ folder: join(data, "backtests", "testod"), id: "testod" });
    expect(found("backtest")).toEqual({ folder: join(data, "backtests", "testnw"), id: "testnw" });
  });

  it("takes the newest backtest that has a run, and none that is incomplete or being written", () => {
    const { loaded, data } = config();
    for (const [name, ...ids] of [["wrecked"], [".writes", "writes"]])
      cpSync(journalWith(folder(), ...ids), join(data, "backtests", name as string), { recursive: true });
    expect(findRun("backtest", loaded).id).toBe("testnw");
    expect(() => findRun("writes", loaded)).toThrow(expect.objectContaining({ code: "UNKNOWN_RUN" }));
  });

  it("skips a backtest with a broken journal, unless that one is named", () => {
    const { loaded, file, data } = config();
    for (const name of ["broken", "testod"]) {
      mkdirSync(join(data, "backtests", name), { recursive: true });
      writeFileSync(
        join(data, "backtests", name, "journal.db"),
        "this is no database, but a text of some length\n".repeat(99),
      );
    }
    expect(() => findRun("kitchen", loaded)).toThrow(expect.objectContaining({ code: "UNKNOWN_RUN" }));
    expect(() => explainTrade("kitchn", file)).toThrow(expect.objectContaining({ code: "USAGE" }));
    expect(() => findRun("testod", loaded)).toThrow(expect.objectContaining({ code: "JOURNAL_FOREIGN" }));
  });

  it("reports the bot's own broken journal, whichever run is looked for", () => {
    const home = folder();
    const file = join(home, "contender.yaml");
    writeFileSync(file, "service: { sandbox: {} }\ndata: .\n");
    writeFileSync(join(home, "journal.db"), "this is no database, but a text of some length\n".repeat(99));
    for (const look of [() => findRun("kitchen", loadConfig(file, {})), () => explainTrade("kitchn", file)])
      expect(look).toThrow(expect.objectContaining({ code: "JOURNAL_FOREIGN" }));
  });

  it("reports only the missing backtest if a bot has run and no backtest was made yet", () => {
    const { loaded } = config();
    const data = journalWith(folder(), "botone");
    expect(() => findRun("backtest", { ...loaded, path: () => data })).toThrow(
      `There is no backtest in ${join(data, "backtests")} yet`,
    );
    expect(() => findRun("backtest", { ...loaded, path: () => folder() })).toThrow(/^There is no journal in/);
  });

  it("finds a run of another folder, named with it or in the extra folders", () => {
    const { loaded } = config();
    const other = journalWith(folder(), "abroad", "second");
    expect(findRun(`${other}#abroad`, loaded)).toEqual({ folder: other, id: "abroad" });
    expect(findRun(`${other}#latest`, loaded).id).toBe("second");
    expect(findRun("abroad", loaded, [other]).folder).toBe(other);
  });

  it("takes the newest backtest as the latest run if no bot has run", () => {
    const { loaded, data } = config();
    const quiet = { ...loaded, path: () => join(data, "nothing") };
    expect(() => findRun("latest", quiet)).toThrow(/no backtest in/);
    const { folder: only } = findRun("testnw", loaded);
    expect(findRun("latest", { ...loaded, path: () => only }).id).toBe("testnw");
  });

  it("suggests the run that is likely meant, and how to name one of another folder", () => {
    const { loaded } = config();
    expect(() => findRun("bottwp", loaded)).toThrow(
      expect.objectContaining({ code: "UNKNOWN_RUN", remedy: expect.stringMatching(/bottwo.*FOLDER#RUN/) as string }),
    );
    expect(() => findRun("kitchen", loaded)).toThrow(
      expect.objectContaining({ code: "UNKNOWN_RUN", remedy: expect.stringMatching(/^`contender journal/) as string }),
    );
    expect(() => findRun("somewhere#", loaded)).toThrow(expect.objectContaining({ code: "USAGE" }));
    expect(() => findRun("/nowhere/at/all#x", loaded)).not.toThrow();
  });
});

describe("compare", () => {
  it("refuses to compare a run with itself, a missing run, and an invalid limit", () => {
    const { file, data } = config();
    const ask = (first: string, second: string, limit?: string) => () =>
      compare(first, second, { config: file, journals: [], ...(limit === undefined ? {} : { limit }) });
    expect(ask("latest", "bottwo")).toThrow(expect.objectContaining({ code: "USAGE" }));
    expect(ask("botone", "bottwo", "0")).toThrow(/"0" is not a number of differences/);
    expect(ask("botone", `${data}#nobody`)).toThrow(expect.objectContaining({ code: "UNKNOWN_RUN" }));
    expect(ask("botone", "/nowhere#run")).toThrow(expect.objectContaining({ code: "JOURNAL_MISSING" }));
  });
});
