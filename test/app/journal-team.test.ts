import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openConfig } from "../../src/app/config/find.js";
import { secretsOf } from "../../src/app/config/secrets.js";
import { askOnce } from "../../src/app/requests/ask.js";
import { examine } from "../../src/app/doctor/run.js";
import { readJournal } from "../../src/app/journal/read.js";
import { openLog } from "../../src/app/process/log.js";
import { startBot } from "../../src/app/start/bot.js";
import { Database } from "../../src/journal/database.js";
import { openJournalReader } from "../../src/journal/index.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { botFolder, BUYS_ONCE, sandboxService } from "./bot-files.js";

let sandbox: Sandbox;
let url = "";

/** A service of its own for each test: what a team has traded counts. */
beforeEach(async () => {
  ({ sandbox, url } = await sandboxService({ teams: 2 }));
  return async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
  };
});

const EMBEDDED = "service: { sandbox: {} }";
const live = (team: string): string => `service: { baseUrl: "${url}", keyFile: ./${team}/key }`;
const TRADES = "strategies: [{ use: ./buys-once.ts, allocation: 0.5 }]\n";

/** A folder with the configs of both teams, the embedded sandbox's and one data folder. */
function project() {
  const { folder } = botFolder("");
  const config = (name: string, service: string): string => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, `${service}\n${TRADES}`);
    return file;
  };
  writeFileSync(join(folder, "buys-once.ts"), BUYS_ONCE);
  sandbox.teams.forEach(({ apiKey }, i) => {
    mkdirSync(join(folder, `team-${i}`), { mode: 0o700 });
    writeFileSync(join(folder, `team-${i}`, "key"), apiKey, { mode: 0o600 });
  });
  return {
    folder,
    data: join(folder, ".contender"),
    own: config("own", live("team-0")),
    other: config("other", live("team-1")),
    embedded: config("embedded", EMBEDDED),
  };
}

async function once(file: string, dryRun = false) {
  const loaded = openConfig(file);
  const secrets = secretsOf(loaded);
  const destination = { write: (): void => undefined };
  const log = await openLog({ level: "error", secrets, pretty: false, colour: false, destination });
  return startBot({ loaded, secrets, log }, { dryRun, once: true });
}

const swapIn = (config: string) =>
  askOnce<"swap">({ do: "swap", from: "USDC.eth", to: "WETH.eth", amount: "10", reason: "by hand" }, { config });
const tradesOf = async (config: string): Promise<number> =>
  (await askOnce<"trades">({ do: "trades" }, { config })).trades.length;

/** Makes the journal one that was written before it kept its team. */
function asOfVersion7(data: string): void {
  const db = new Database(join(data, "journal.db"));
  db.exec(`DROP TABLE events; DROP TABLE modes; DROP INDEX verdicts_tick; ALTER TABLE verdicts DROP COLUMN strategy_tick;
    ALTER TABLE journal DROP COLUMN team; ALTER TABLE journal DROP COLUMN team_name; PRAGMA user_version = 7`);
  db.close();
}

function ownersOf(data: string) {
  const reader = openJournalReader(data);
  try {
    return reader.owners();
  } finally {
    reader.close();
  }
}

describe("the journal of another team", () => {
  it("is refused by start, swap and doctor before anything is traded, with its file, its team and the remedy", async () => {
    const { own, other, data } = project();
    expect(await once(own)).toMatchObject({ code: "ONCE", exitCode: 0 });
    expect(ownersOf(data)).toEqual([{ id: sandbox.teams[0]?.teamId, name: "Team 1" }]);

    const refused = await once(other);
    expect(refused).toMatchObject({ code: "JOURNAL_TEAM", exitCode: 2, unknown: [], competition: null });
    expect(refused.reason).toContain(join(data, "journal.db"));
    expect(refused.reason).toContain(`belongs to team Team 1 (${sandbox.teams[0]?.teamId ?? ""})`);
    expect(refused.reason).toContain(`the API key to team Team 2 (${sandbox.teams[1]?.teamId ?? ""})`);
    expect(refused.remedy).toMatch(/`data:`/);
    await expect(swapIn(other)).rejects.toMatchObject({ code: "JOURNAL_TEAM" });
    const { findings, exitCode } = await examine(other);
    expect(findings).toContainEqual(expect.objectContaining({ check: "team", status: "fail", code: "JOURNAL_TEAM" }));
    expect(exitCode).toBe(2);
    expect(await tradesOf(other)).toBe(0);
    expect(ownersOf(data)).toEqual([{ id: sandbox.teams[0]?.teamId, name: "Team 1" }]);
  });

  it("continues for its own team, with a rotated key too", async () => {
    const { own } = project();
    await once(own);
    await askOnce<"rotate-key">({ do: "rotate-key" }, { config: own });
    expect(await once(own)).toMatchObject({ code: "ONCE", exitCode: 0 });
    expect(await swapIn(own)).toMatchObject({ outcomes: [{ status: "filled" }] });
    const { findings } = await examine(own);
    expect(findings).toContainEqual(expect.objectContaining({ check: "team", status: "ok" }));
  });

  it("may be used by a dry run, which neither trades nor takes a journal", async () => {
    const { own, other, data } = project();
    expect(await once(other, true)).toMatchObject({ code: "ONCE" });
    expect(ownersOf(data)).toEqual([]);
    expect(await once(own)).toMatchObject({ code: "ONCE" });
    expect(await once(other, true)).toMatchObject({ code: "ONCE" });
    expect(await tradesOf(other)).toBe(0);
  });
});

describe("a journal of before it kept its team", () => {
  it("is taken by the team of its trades, and refused to any other", async () => {
    const { own, other, data } = project();
    await once(own);
    asOfVersion7(data);
    expect(await once(other)).toMatchObject({
      code: "JOURNAL_TEAM",
      reason: expect.stringContaining(`team ${sandbox.teams[0]?.teamId ?? ""},`) as string,
    });
    expect(await tradesOf(other)).toBe(0);
    expect(await once(own)).toMatchObject({ code: "ONCE" });
    expect(ownersOf(data)).toEqual([{ id: sandbox.teams[0]?.teamId, name: "Team 1" }]);
  });

  it("is taken by the first team if it has no trades", async () => {
    const { other, data } = project();
    await once(other, true);
    asOfVersion7(data);
    expect(await once(other)).toMatchObject({ code: "ONCE" });
    expect(ownersOf(data)).toEqual([{ id: sandbox.teams[1]?.teamId, name: "Team 2" }]);
  });
});

describe("the embedded sandbox", () => {
  it("is never refused a journal, and its trades make no journal another team's", async () => {
    const { embedded, own, data } = project();
    for (let run = 0; run < 2; run++) expect(await once(embedded)).toMatchObject({ code: "ONCE" });
    expect(readJournal("trades", { config: embedded }).length).toBeGreaterThan(0);
    asOfVersion7(data);
    expect(await once(own)).toMatchObject({ code: "ONCE" });
    expect(await once(embedded)).toMatchObject({ code: "ONCE" });
    expect(ownersOf(data)).toEqual([{ id: sandbox.teams[0]?.teamId, name: "Team 1" }]);
  });
});
