import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { folderWith, strategy } from "./bot.js";
import { end, start, type Running } from "./process.js";

const running: Running[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => end(one)));
});

const folder = folderWith({
  "holds.ts": strategy("holds", 'decide: ({ hold }) => hold({ reason: "nothing" }),'),
  "contender.yaml": "service: { sandbox: {} }\nstrategies: [{ use: ./holds.ts, allocation: 1 }]\n",
});

/** Starts a command whose inspector, if it opened one, would take any free port. */
function begin(...args: string[]): Running {
  const one = start(args, { cwd: folder, node: ["--inspect-port=0"] });
  running.push(one);
  return one;
}

/** Sends SIGUSR1 ten times, and gives how the process ends at a SIGTERM after that. */
async function signalled(one: Running): Promise<{ readonly code: number | null; readonly inspector: boolean }> {
  for (let i = 0; i < 10; i++) one.child.kill("SIGUSR1");
  one.child.kill("SIGTERM");
  const { code, stdout, stderr } = await one.finished;
  return { code, inspector: /debugger listening|starting inspector/i.test(stdout + stderr) };
}

it("SIGUSR1 opens no inspector in a bot, which continues", async () => {
  const bot = begin("start");
  await bot.shows(/Contender .*run /);
  for (let i = 0; i < 10; i++) bot.child.kill("SIGUSR1");
  await bot.shows(/"holds"|holds/);
  expect(await signalled(bot)).toEqual({ code: 0, inspector: false });
});

it("SIGUSR1 opens no inspector in a sandbox and a recorder, which continue", async () => {
  const sandbox = begin("sandbox", "--json");
  const { url, teams } = JSON.parse((await sandbox.shows(/^\{.*\}$/m))[0]) as {
    url: string;
    teams: { apiKey: string }[];
  };
  writeFileSync(join(folder, "key"), teams[0]?.apiKey ?? "", { mode: 0o600 });
  writeFileSync(join(folder, "live.yaml"), `service: { baseUrl: "${url}", keyFile: ./key }\n`);
  for (let i = 0; i < 10; i++) sandbox.child.kill("SIGUSR1");
  const recorder = begin("record", "--config", "live.yaml", "--tokens", "WETH.eth", "--every", "1s");
  await recorder.shows(/ecord/);
  expect((await signalled(recorder)).inspector).toBe(false);
  expect((await fetch(`${url}/api/health`)).ok).toBe(true);
  expect((await signalled(sandbox)).inspector).toBe(false);
});
