import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectTold, folderWith, HOLDS, strategy } from "./bot.js";
import { end, run, start } from "./process.js";
import { emptyFolder } from "../support/empty-folder.js";
import { fillDisk, mountDisk } from "../support/small-disk.js";

/** Issue "A bot competes", bad input: places where the journal cannot be, or is already. */
const LOUD = strategy(
  "loud",
  'decide: ({ now, hold }) => hold({ reason: `${now}`, evidence: { text: "loud ".repeat(20_000) } }),',
);

function botIn(data: string, file = HOLDS, sandbox = "duration: 300d"): string {
  const config = `service: { sandbox: { ${sandbox} } }
strategies: [{ use: ./bot.ts, allocation: 0.5 }]
data: ${JSON.stringify(data)}
`;
  return folderWith({ "bot.ts": file, "contender.yaml": config });
}

describe.concurrent("a data folder that", () => {
  it("is a file, or cannot be made, is named with a remedy, and nothing is started", async () => {
    const folder = botIn("./taken");
    writeFileSync(join(folder, "taken"), "mine");
    expectTold(await run(["start", "--once"], { cwd: folder }), { code: 1, says: [/taken/, /data:/] });
    expect(readFileSync(join(folder, "taken"), "utf8")).toBe("mine");
    const within = botIn("./bot.ts/within");
    expectTold(await run(["start", "--once"], { cwd: within }), { code: 1, says: [/bot\.ts/, /data:/] });
    const impossible = botIn("/proc/contender");
    expectTold(await run(["start", "--once"], { cwd: impossible }), { code: 1, says: [/\/proc\/contender/, /data:/] });
  });

  it("is read-only is named with a remedy", async (context) => {
    const folder = emptyFolder();
    mountDisk(context, folder, "ro");
    const finished = await run(["start", "--once"], { cwd: botIn(folder) });
    expectTold(finished, { code: 1, says: [new RegExp(folder), /JOURNAL_UNWRITABLE/, /write|data:/] });
  });

  it("is on a disk that is full already is named with a remedy", async (context) => {
    const folder = emptyFolder();
    mountDisk(context, folder, "size=256k");
    fillDisk(folder);
    const finished = await run(["start", "--once"], { cwd: botIn(folder) });
    expectTold(finished, { code: 1, says: [new RegExp(folder), /JOURNAL_FULL/, /space/] });
  });

  it("is on a disk that becomes full ends the bot with 1, and a restart continues once there is room", async (context) => {
    const data = emptyFolder();
    mountDisk(context, data, "size=3m");
    const folder = botIn(data, LOUD);
    const bot = start(["start"], { cwd: folder });
    try {
      await bot.shows(/loud: hold/);
      fillDisk(data);
      const finished = await bot.finished;
      expectTold(finished, { code: 1, says: [/disk .*full/i, /[Mm]ake (room|space)|[Ff]ree/] });
      rmSync(join(data, "ballast"));
      const journal = await run(["journal", "decisions", "--json"], { cwd: folder });
      const { decisions } = JSON.parse(journal.stdout) as { decisions: unknown[] };
      expect(decisions.length).toBeGreaterThan(0);
      expect((await run(["start", "--once"], { cwd: folder })).code).toBe(0);
      expect((await run(["replay", "last"], { cwd: folder })).stdout).toMatch(/No difference/);
    } finally {
      await end(bot);
    }
  });

  it("another bot holds is reported with that bot's process, which continues", async () => {
    const folder = botIn("./data");
    const first = start(["start"], { cwd: folder });
    try {
      await first.shows(/holds: hold/);
      expectTold(await run(["start"], { cwd: folder }), {
        code: 2,
        says: [/held by another bot \(process \d+\)/, /Stop that bot first, or give this one a data folder of its own/],
      });
      expect(first.child.exitCode).toBeNull();
      const status = await run(["status", "--json"], { cwd: folder });
      expect(status.code, status.stderr).toBe(0);
    } finally {
      await end(first, "SIGTERM");
    }
  });
});

/** As for a user who is a number alone, in a container: the system knows neither a name of theirs nor a home. */
const NAMELESS = `import os from "node:os"; import { syncBuiltinESMExports } from "node:module";
const unknown = () => { throw new Error("no such user"); };
Object.assign(os, { userInfo: unknown, homedir: unknown }); syncBuiltinESMExports();`;

it("a user without a name in the system runs a bot, and talks to it", async () => {
  const folder = botIn("./data");
  const options = { cwd: folder, node: ["--import", `data:text/javascript,${encodeURIComponent(NAMELESS)}`] };
  const bot = start(["start"], options);
  try {
    await bot.shows(/holds: hold/);
    const status = await run(["status", "--json"], options);
    expect([status.code, status.stdout], status.stderr).toEqual([0, expect.stringContaining('"pid"')]);
  } finally {
    await end(bot, "SIGTERM");
  }
});

describe.concurrent("a command", () => {
  it("without a config file names the places that it searched", async () => {
    const folder = folderWith({});
    expectTold(await run(["start"], { cwd: folder }), {
      code: 2,
      says: [/There is no contender\.yaml and no config\/contender\.yaml in/, /--config FILE/],
    });
    expectTold(await run(["start", "--config", "other.yaml"], { cwd: folder }), {
      code: 2,
      says: [/other\.yaml {2}the file does not exist/, /--config FILE/],
    });
    mkdirSync(join(folder, "dir.yaml"));
    expectTold(await run(["start", "--config", "dir.yaml"], { cwd: folder }), { code: 2, says: [/dir\.yaml/] });
  });

  it("that does not exist gets the nearest one", async () => {
    expectTold(await run(["strat"], { cwd: folderWith({}) }), { code: 2, says: [/Did you mean start\?/, /--help/] });
  });

  it("on a journal that is missing, a folder, or something else makes none, and names the remedy", async () => {
    const folder = botIn("./data");
    const journal = ["journal", "trades"];
    expectTold(await run(journal, { cwd: folder }), { code: 2, says: [/no journal in .*data/, /Start a bot/] });
    expectTold(await run(["replay", "last"], { cwd: folder }), { code: 2, says: [/no journal/, /Start a bot/] });
    expect(existsSync(join(folder, "data"))).toBe(false);
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "journal.db"), "x".repeat(5_000));
    for (const command of [journal, ["start", "--once"]])
      expectTold(await run(command, { cwd: folder }), {
        code: 1,
        says: [/journal\.db/, /JOURNAL_FOREIGN/, /data:|[Mm]ove/],
      });
    expect(readFileSync(join(folder, "data", "journal.db"), "utf8")).toBe("x".repeat(5_000));
  });
});
