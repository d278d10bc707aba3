import { readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { end, type Running } from "./process.js";
import { keyOf, logged, openStage, type Stage } from "./stage.js";

/** Buys a little every second. */
const STRATEGY = `
import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "saver",
  summary: "Buys a little every second.",
  params: z.object({}),
  schedule: "* * * * * *",
  decide: ({ swap }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 5 }, reason: "Saves." }),
});
`;
const CONFIG = "strategies: [{ use: ./saver.ts, allocation: 0.5 }]\n";
const FILLED = /"strategy":"saver".*"status":"filled"/;

interface Status {
  readonly bot: { readonly pid: number; readonly run: string; readonly phase: string } | null;
}

describe("while a bot runs on the data folder", { shuffle: false }, () => {
  let stage: Stage;
  let bot: Running;
  const keyFile = (): string => readFileSync(join(stage.folder, "key"), "utf8").trim();

  beforeAll(async () => {
    stage = await openStage([], CONFIG);
    stage.write("saver.ts", STRATEGY);
    bot = stage.start("start");
    await bot.shows(FILLED);
  });
  afterAll(() => stage.close());

  it("status reports what it is doing", async () => {
    const { text, document } = await stage.both<Status>("status");
    expect(document.bot).toMatchObject({ pid: bot.child.pid, phase: "trading", dryRun: false });
    expect(text).toMatch(/saver +\S+/);
    expect(text).toContain(`process ${bot.child.pid}`);
  });

  it("swap trades through it: the trade belongs to its run", async () => {
    const { bot: told } = await stage.json<Status>("status");
    const args = ["swap", "USDC.base", "WETH.base", "20", "--reason", "by hand meanwhile"];
    const { outcomes } = await stage.json<{ outcomes: { status: string; intent: string }[] }>(...args);
    expect(outcomes).toEqual([expect.objectContaining({ status: "filled" })]);
    const { trades } = await stage.json<{ trades: { intent: string; run: string }[] }>("journal", "trades");
    expect(trades.find(({ intent }) => intent === outcomes[0]?.intent)).toMatchObject({ run: told?.run });
    await bot.shows(/by hand meanwhile/);
  });

  it("a swap that risk or the service refuses is reported, with exit code 1", async () => {
    const { code, stdout } = await stage.contender("swap", "USDC.eth", "WETH.base", "20", "--reason", "not allowed");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/refused|rejected/)]);
  });

  it("a second start is refused with exit code 2", async () => {
    const [plain, json] = await Promise.all([stage.contender("start"), stage.contender("start", "--json")]);
    expect([plain.code, plain.stdout]).toEqual([2, ""]);
    expect(plain.stderr).toMatch(/JOURNAL_HELD/);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: "JOURNAL_HELD" } });
  });

  it("journal --follow shows decisions as they are made, one a line, until Ctrl-C", async () => {
    const follow = stage.start("journal", "intents", "--follow", "--json", "--strategy", "saver");
    const rows = (): string[] => follow.output().stdout.split("\n").slice(0, -1);
    await follow.shows(/\n/);
    const before = rows().length;
    await follow.shows(new RegExp(`^(.*\\n){${before + 1}}`));
    expect(JSON.parse(rows().at(-1) ?? "")).toMatchObject({ intent: { strategy: "saver" } });
    follow.child.kill("SIGINT");
    expect((await follow.finished).code).toBe(0);
  });

  it("key rotate goes through it: it trades on with the new key, and the key is in no log", async () => {
    const old = keyFile();
    expect(await stage.json("key", "rotate")).toEqual({ rotated: true, keyFile: join(stage.folder, "key") });
    const fresh = keyFile();
    expect(fresh).not.toBe(old);
    expect(statSync(join(stage.folder, "key")).mode & 0o777).toBe(0o600);
    expect((await stage.ask("/account/profile", old)).status).toBe(401);

    const tradesNow = async (): Promise<number> => {
      const answer = await stage.ask("/account/trades", fresh);
      return ((await answer.json()) as { trades: unknown[] }).trades.length;
    };
    const before = await tradesNow();
    const shown = bot.output().stderr.length;
    while ((await tradesNow()) === before) expect(bot.child.exitCode).toBeNull();
    await bot.shows(new RegExp(`^[^]{${shown}}[^]*"status":"filled"`));

    const { stdout, stderr } = bot.output();
    for (const key of [old, fresh, keyOf(stage.ready)]) {
      expect(stdout + stderr).not.toContain(key);
      expect(stage.sandbox.output().stderr).not.toContain(key);
      expect(filesWith(join(stage.folder, "data"), key)).toEqual([]);
    }
  });

  it("without its control socket it is reported as holding the journal, not as absent", async () => {
    const socket = join(stage.folder, "data", "control", "bot.sock");
    renameSync(socket, `${socket}-away`);
    const { code, stdout, stderr } = await stage.contender("status");
    renameSync(`${socket}-away`, socket);
    expect([code, stdout]).toEqual([0, expect.stringContaining("No bot answers on this data folder")]);
    expect(stderr).toContain(`Process ${bot.child.pid} holds the journal in ${join(stage.folder, "data")}`);
    expect(stderr).toContain(socket);
  });

  it("Ctrl-C ends it in order, and every trade of the service is in its journal", async () => {
    bot.child.kill("SIGINT");
    const { code, stdout } = await bot.finished;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Standing of Sandbox Cup$/m)]);
    await end(bot);
    const [service, journal] = await Promise.all([
      stage.json<{ trades: { id: string }[] }>("trades"),
      stage.json<{ trades: { trade: { id: string } }[] }>("journal", "trades"),
    ]);
    expect(journal.trades.map(({ trade }) => trade.id).sort()).toEqual(service.trades.map(({ id }) => id).sort());
    const asked = await stage.contender("status", "--json");
    expect([asked.code, logged(asked), (JSON.parse(asked.stdout) as Status).bot]).toEqual([0, "", null]);
  });
});

/** The files of a folder in which a text stands. */
function filesWith(folder: string, text: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => {
    const file = join(folder, name);
    return statSync(file).isFile() && readFileSync(file, "latin1").includes(text);
  });
}
