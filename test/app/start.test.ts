import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askOnce } from "../../src/app/requests/ask.js";
import { openConfig } from "../../src/app/config/find.js";
import { secretsOf } from "../../src/app/config/secrets.js";
import { compare } from "../../src/app/compare.js";
import { openLog, type AppLog } from "../../src/app/process/log.js";
import { explainTrade } from "../../src/app/journal/explain.js";
import { eachOfJournal, readJournal } from "../../src/app/journal/read.js";
import { replay } from "../../src/app/replay.js";
import { startBot, type StartOptions } from "../../src/app/start/bot.js";
import { comparisonText } from "../../src/cli/format/comparison.js";
import { explanationText } from "../../src/cli/format/explanation.js";
import { journalTable } from "../../src/cli/format/journal.js";
import { sleep } from "../../src/core/time/clock.js";
import { openTape, syntheticMarket } from "../../src/tape/index.js";
import { scaledClock, systemClock } from "../../src/core/time/system-clock.js";
import { testProfile } from "../support/profile.js";
import { botFolder, BUYS_ONCE, sandboxService } from "./bot-files.js";

/** Nine seconds of the machine: what a slow one takes to begin is gone from the competition. */
const FAST = `
service: { sandbox: { speed: 1000, duration: 150m } }
competition: { watchEvery: 1m }
strategies: [{ use: ./buys-once.ts, allocation: 0.5 }]
`;

/** Of a clock on which ten minutes pass in three seconds. */
const SPEED = 200;

function bot(config: string): string {
  const { folder, file } = botFolder(config);
  writeFileSync(join(folder, "buys-once.ts"), BUYS_ONCE);
  return file;
}

/** A strategy with a param, `at`. */
const throwing = (part: string): string =>
  BUYS_ONCE.replace('token: token("WETH.eth")', "at: z.string()").replace(/decide:[^]*\n\}\);/, `${part}\n});`);

async function start(file: string, options: Partial<StartOptions> = {}, lines: string[] = []) {
  const loaded = openConfig(file);
  const secrets = secretsOf(loaded);
  const destination = { write: (line: string) => void lines.push(line) };
  const log: AppLog = await openLog({ level: "info", secrets, pretty: false, colour: false, destination });
  return startBot({ loaded, secrets, log }, { dryRun: false, once: false, ...options });
}

/** Waits until the bot of a config says that it trades. */
async function trading(config: string): Promise<void> {
  let phase = "";
  while (phase !== "trading") {
    phase = await askOnce<"status">({ do: "status" }, { config }).then(
      ({ bot: running }) => running?.phase ?? "",
      () => "",
    );
    await sleep(systemClock, 20);
  }
}

afterEach(() => vi.unstubAllEnvs());

describe("a bot in the embedded sandbox", () => {
  it("competes to the end, and leaves a journal, a tape and the final standing", async () => {
    const file = bot(FAST);
    const lines: string[] = [];
    const end = await start(file, {}, lines);
    expect(end).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, dryRun: false });
    expect(end.standing?.table).toHaveLength(4);
    const tape = openTape(end.tape ?? "");
    expect(tape.prices("WETH.eth")?.times.length).toBeGreaterThan(10);
    expect(lines.some((line) => line.includes("Wants some."))).toBe(true);
    const trades = readJournal("trades", { config: file, run: "last" });
    expect(trades).toMatchObject([{ strategy: "buys-once", trade: { from: "USDC.eth", to: "WETH.eth" } }]);
    expect(tape.quotes("USDC.eth", "WETH.eth")).toMatchObject([{ fromPrice: expect.closeTo(1, 1) as number }]);
    expect(await replay("last", { config: file, trustRecorded: false })).toMatchObject({
      differing: 0,
      difference: null,
    });
  });

  it("answers through its control socket, while a second bot is refused", async () => {
    const file = bot(FAST.replace("duration: 150m", "duration: 300d"));
    const running = start(file);
    await trading(file);
    const options = { config: file };
    expect(await askOnce<"status">({ do: "status" }, options)).toMatchObject({
      bot: { pid: process.pid, phase: "trading" },
    });
    await expect.poll(() => readJournal("trades", options)).toHaveLength(1);
    const swap = { do: "swap", from: "USDC.eth", to: "WBTC.eth", amount: "10", reason: "by hand" } as const;
    expect(await askOnce<"swap">(swap, options)).toMatchObject({ outcomes: [{ status: "filled" }] });
    await expect(askOnce({ do: "rotate-key" }, options)).rejects.toMatchObject({ code: "KEY_NOT_ROTATABLE" });
    await expect(start(file)).rejects.toMatchObject({ code: "JOURNAL_HELD" });
    const followed: string[] = [];
    const stop = new AbortController();
    await eachOfJournal("trades", { config: file, limit: "1" }, { signal: stop.signal, follow: true }, (rows) => {
      followed.push(...rows.map(({ trade }) => trade.to));
      stop.abort();
    });
    expect(followed).toEqual(["WBTC.eth"]);
    process.emit("SIGTERM", "SIGTERM");
    expect(await running).toMatchObject({ code: "STOPPED", exitCode: 0 });
    await expect(askOnce({ do: "status" }, options)).rejects.toMatchObject({ code: "NO_BOT" });
  });

  it("goes on trading if its tape is removed; the log reports it once, and status the reason", async () => {
    const file = bot(FAST.replace("duration: 150m", "duration: 300d"));
    const lines: string[] = [];
    const running = start(file, {}, lines);
    await trading(file);
    const options = { config: file };
    expect(await askOnce<"status">({ do: "status" }, options)).toMatchObject({ bot: { notRecorded: null } });
    rmSync(join(file, "..", ".contender", "tapes"), { recursive: true });
    const why = async () => (await askOnce<"status">({ do: "status" }, options)).bot?.notRecorded;
    await expect.poll(why).toContain("was removed, moved or replaced");
    const swap = { do: "swap", from: "USDC.eth", to: "WBTC.eth", amount: "10", reason: "by hand" } as const;
    expect(await askOnce<"swap">(swap, options)).toMatchObject({ outcomes: [{ status: "filled" }] });
    process.emit("SIGTERM", "SIGTERM");
    expect(await running).toMatchObject({ code: "STOPPED", exitCode: 0 });
    expect(lines.filter((line) => line.includes("no longer recorded; trading continues"))).toHaveLength(1);
  });

  it("hides secrets in what a strategy throws, at its end and in its answers", async () => {
    vi.stubEnv("NEWS_TOKEN", "token-of-the-news");
    // With its one strategy disabled it stays for the daily minimum alone.
    const stays = FAST.replace("150m", "300d").replace("watchEvery: 1m", "watchEvery: 1m, keepMinimum: true");
    const params = "0.5, params: { at: '${NEWS_TOKEN}' } }";
    const file = bot(`${stays.replace("0.5 }", params)}onError: { retries: 0 }\n`);
    writeFileSync(
      join(file, "..", "buys-once.ts"),
      throwing("decide: ({ params }) => { throw new Error(params.at); },"),
    );
    const running = start(file);
    await trading(file);
    const note = async () => (await askOnce<"status">({ do: "status" }, { config: file })).bot?.strategies[0]?.note;
    await expect.poll(note).toMatch(/: \[secret\] \(buys-once\.ts:/);
    process.emit("SIGTERM", "SIGTERM");
    expect(await running).toMatchObject({ disabled: [{ why: expect.stringMatching(/^\[secret\] \(/) as string }] });
    writeFileSync(
      join(file, "..", "buys-once.ts"),
      throwing("needs: ({ at }) => { throw new Error(at); }, decide: () => [],"),
    );
    await expect(start(file)).rejects.toThrow(/it threw: \[secret\]/);
  });

  it("with --once decides once, and stops", async () => {
    const end = await start(bot(FAST.replace("duration: 150m", "duration: 300d")), { once: true });
    expect(end).toMatchObject({ code: "ONCE", exitCode: 0 });
  });
});

describe("a dry run", () => {
  it("trades on an account of its own, sends no trade, and is marked as a rehearsal in the journal", async () => {
    const { sandbox, url, key } = await sandboxService();
    try {
      vi.stubEnv("TEST_KEY", key);
      const file = bot(
        `service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\nstrategies: [{ use: ./buys-once.ts, allocation: 0.5 }]\n`,
      );
      const lines: string[] = [];
      const end = await start(file, { dryRun: true, once: true }, lines);
      expect(lines.find((line) => line.includes(end.run))).toContain("a dry run, whose trades are simulated");
      expect(end).toMatchObject({ code: "ONCE", dryRun: true });
      expect(readJournal("trades", { config: file })).toMatchObject([{ rehearsal: true }]);
      expect(sandbox.exchange.trades(sandbox.teams[0]?.teamId ?? "")).toEqual([]);
      expect(await start(file, { once: true })).toMatchObject({ code: "ONCE", dryRun: false });
      // One journal for both, where nobody may take the dry run's trade for the team's.
      const marks = (["runs", "decisions", "intents", "trades"] as const).map((view) =>
        readJournal(view, { config: file }).map(({ rehearsal }) => rehearsal),
      );
      expect(marks).toEqual(Array(4).fill([true, false]));
      const text = journalTable("trades", readJournal("trades", { config: file }));
      expect(text).toMatch(/^rehearsal +\d.*\n +\d.*\n\nrehearsal: made .* a dry run/m);
      const [rehearsed, real] = readJournal("trades", { config: file }).map(({ intent }) => intent ?? "");
      expect(explanationText(explainTrade(rehearsed ?? "", file))).toMatch(/^run .*, a rehearsal/m);
      expect(explanationText(explainTrade(real ?? "", file))).not.toContain("rehearsal");
      expect(journalTable("runs", readJournal("runs", { config: file, run: "last" }))).not.toContain("rehearsal");
      expect([
        await replay(end.run, { config: file, trustRecorded: false }),
        await replay("last", { config: file, trustRecorded: false }),
      ]).toMatchObject([{ run: end.run, rehearsal: true }, { rehearsal: false }]);
      const compared = compare("last", end.run, { config: file, journals: [] });
      expect([compared.first.rehearsal, compared.second.rehearsal]).toEqual([false, true]);
      expect(comparisonText(compared)).toMatch(/^first .*\)\nsecond .*\) {2}rehearsal\nrehearsal: made .* a dry run/);
    } finally {
      await sandbox.close();
    }
  });
});

describe("a dry run beside a competition", () => {
  it("ends when the competition does: with 3, after ten minutes of its clock, if the service names no end", async () => {
    const clock = scaledClock({ speed: SPEED, origin: systemClock.now() });
    const market = syntheticMarket({ seed: "test", start: clock.now() });
    const { sandbox, url, key } = await sandboxService({ clock, market, rateLimits: "off" });
    try {
      vi.stubEnv("TEST_KEY", key);
      const file = bot(
        `service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\nclock: { speed: ${SPEED} }\nstrategies: [{ use: ./buys-once.ts, allocation: 0.5 }]\n`,
      );
      const running = start(file, { dryRun: true });
      await trading(file);
      await sandbox.exchange.end(sandbox.exchange.active()?.id ?? "");
      const expected = {
        document: { code: "COMPETITION_OVER", exitCode: 0 },
        deployed: { code: "END_UNCONFIRMED", exitCode: 3 },
      };
      expect(await running).toMatchObject(expected[testProfile()]);
    } finally {
      await sandbox.close();
    }
  });
});

describe("a bot that cannot begin", () => {
  it("because a param is wrong names file, line and the nearest one", async () => {
    const file = bot(
      `service: { sandbox: {} }\nstrategies:\n  - use: ./buys-once.ts\n    allocation: 1\n    params: { tokn: WETH.eth }\n`,
    );
    await expect(start(file)).rejects.toThrow(
      /contender\.yaml:5:21 {2}strategies\[0\]\.params\.tokn: .*Did you mean token/,
    );
  });

  it("because a token is unknown, or can never be bought, names it with its place", async () => {
    const config = (token: string, sandbox = "{}") =>
      `service: { sandbox: ${sandbox} }\nstrategies: [{ use: ./buys-once.ts, allocation: 1, params: { token: ${token} } }]\n`;
    await expect(start(bot(config("WETHH.eth")))).rejects.toThrow(/:2:\d+ .*Did you mean WETH\.eth/);
    await expect(start(bot(config("WETH.polygon")))).rejects.toThrow(/WETH\.polygon can never be bought/);
    const nothingThere = '{ balances: { USDC.eth: "5000", USDC.polygon: "0" } }';
    await expect(start(bot(config("WETH.polygon", nothingThere)))).rejects.toThrow(/:2:\d+ .*\(it has eth\)/);
  });

  it("because a strategy is missing, or broken, names its place in the config", async () => {
    await expect(
      start(bot("service: { sandbox: {} }\nstrategies: [{ use: ./buys-onse.ts, allocation: 1 }]\n")),
    ).rejects.toThrow(/Did you mean buys-once/);
    const file = bot(FAST);
    writeFileSync(join(file, "..", "buys-once.ts"), "export default {};");
    await expect(start(file)).rejects.toThrow(/strategies\[0\]\.use: .*was not made with defineStrategy/);
  });

  it("because the config names no strategy says so", async () => {
    await expect(start(bot("service: { sandbox: {} }\n"))).rejects.toMatchObject({ code: "USAGE" });
  });

  it("because no server listens, the key is wrong, or a page answers, names the reason", async () => {
    vi.stubEnv("TEST_KEY", "0000000000000000_0000000000000000");
    const live = (url: string) =>
      bot(
        `service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\nstrategies: [{ use: ./buys-once.ts, allocation: 0.5 }]\n`,
      );
    await expect(start(live("http://127.0.0.1:1"))).rejects.toMatchObject({ code: "NETWORK" });
    const { sandbox, url } = await sandboxService();
    try {
      await expect(start(live(url))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      await expect(start(live(`${url}/elsewhere`))).rejects.toMatchObject({ code: "DIALECT" });
    } finally {
      await sandbox.close();
    }
  });

  it("because its data folder is a file reports that, and leaves the file alone", async () => {
    const file = bot(`${FAST}data: ./taken\n`);
    writeFileSync(join(file, "..", "taken"), "mine");
    await expect(start(file)).rejects.toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  });

  it("because no competition has begun, with waiting off, ends with exit code 2", async () => {
    const file = bot(
      FAST.replace("duration: 150m", "startIn: 300d, duration: 1h").replace("watchEvery: 1m", "wait: false"),
    );
    expect(await start(file)).toMatchObject({ code: "NOT_BEGUN", exitCode: 2 });
  });

  it("because no competition has begun, with --once, ends with exit code 2 even if config says to wait", async () => {
    const file = bot(
      FAST.replace("duration: 150m", "startIn: 300d, duration: 1h").replace("watchEvery: 1m", "wait: true"),
    );
    const end = await start(file, { once: true });
    expect(end).toMatchObject({ code: "NOT_BEGUN", exitCode: 2 });
    expect(end.remedy).toContain("--once waits for none");
  });

  it("leaves nothing running: its socket and its lock are gone", async () => {
    const file = bot(`${FAST}data: ./d\n`);
    mkdirSync(join(file, "..", "d"));
    writeFileSync(join(file, "..", "d", "tapes"), "in the way");
    await expect(start(file)).rejects.toMatchObject({ code: "TAPE_FILE" });
    await expect(start(file, { once: true })).rejects.toMatchObject({ code: "TAPE_FILE" });
  });
});
