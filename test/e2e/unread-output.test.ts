import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { withJournal } from "../../src/app/journal/with-journal.js";
import { folderWith, strategy } from "./bot.js";
import { main, run } from "./process.js";

/** Says a lot at every run, and trades at each of them. */
const TALKS = strategy(
  "talks",
  `decide: ({ now, hold, swap }) => [
    ...Array.from({ length: 100 }, (_, i) => hold({ reason: "thought " + i + " at " + now + ": " + "x".repeat(300) })),
    swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 1 }, reason: "goes on at " + now }),
  ],`,
).replace("* * * * * *", "*/20 * * * * *");

const CONFIG = `service:
  sandbox: { speed: 60, duration: 12m, rateLimits: false }
data: ./data
strategies: [{ use: ./talks.ts, allocation: 0.5 }]
`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A command whose output goes into one pipe that is not read until `read` is called: by a shell, as \`2>&1 |\` does. */
function unread(args: readonly string[], cwd: string) {
  const child = spawn("sh", ["-c", 'exec "$0" "$@" 2>&1', process.execPath, main, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  child.stdout.pause();
  return {
    child,
    ended: once(child, "exit").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
    })),
    async read(): Promise<string> {
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      child.stdout.resume();
      await once(child.stdout, "end");
      return text;
    },
  };
}

const decided = (folder: string): number =>
  withJournal(join(folder, "data"), (reader) => reader.decisions({ strategy: "talks" }).length);

describe("a bot whose output is not read", () => {
  it("continues trading for thousands of log lines, and ends by itself", async () => {
    const folder = folderWith({ "talks.ts": TALKS, "contender.yaml": CONFIG });
    const bot = unread(["start", "--json"], folder);
    expect(await bot.ended).toEqual({ code: 0, signal: null });
    expect(decided(folder)).toBeGreaterThan(3_000);
    const { stdout } = await run(["journal", "trades", "--json"], { cwd: folder });
    const { trades } = JSON.parse(stdout) as { trades: unknown[] };
    expect(trades.length).toBeGreaterThan(25);
  }, 120_000);

  it("reports to a slow reader how many lines were dropped, and then the newest ones", async () => {
    const folder = folderWith({ "talks.ts": TALKS, "contender.yaml": CONFIG });
    const bot = unread(["start"], folder);
    const enough = (): void => expect(decided(folder)).toBeGreaterThan(2_000);
    await vi.waitFor(enough, { timeout: 100_000, interval: 100 });
    const text = await bot.read();
    expect(await bot.ended).toEqual({ code: 0, signal: null });
    const lines = text.split("\n").filter((line) => line.startsWith("{"));
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    const noted = messages.findIndex((message) =>
      /^\d+ lines were dropped here, because this log was not read/.test(message),
    );
    expect(noted).toBeGreaterThan(0);
    expect(Number(messages[noted]?.split(" ")[0])).toBeGreaterThan(100);
    expect(messages.findIndex((message) => message.startsWith("Stopping: "))).toBeGreaterThan(noted);
    // Standard output goes to the same reader.
    expect(text.split("\n").filter((line) => line.startsWith("What next:"))).toHaveLength(1);
  }, 120_000);
});

describe("a command that follows the journal", () => {
  it("ends at Ctrl-C even if its output is not read", async () => {
    const folder = folderWith({ "talks.ts": TALKS, "contender.yaml": CONFIG.replace("12m", "4m") });
    expect((await run(["start"], { cwd: folder })).code).toBe(0);
    const follow = unread(["journal", "decisions", "--follow", "--json"], folder);
    await once(follow.child.stdout as NodeJS.ReadableStream, "readable");
    follow.child.kill("SIGINT");
    expect(await follow.ended).toEqual({ code: 0, signal: null });
  }, 120_000);
});
