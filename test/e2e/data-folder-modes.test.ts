import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { folderWith, strategy } from "./bot.js";
import { end, main, run, start, type Running } from "./process.js";

let sandbox: Running | undefined;
let service = { url: "", key: "" };

beforeAll(async () => {
  sandbox = start(["sandbox", "--json", "--no-rate-limits"], { cwd: folderWith({}) });
  const ready = JSON.parse((await sandbox.shows(/^\{.*\}$/m))[0]) as { url: string; teams: { apiKey: string }[] };
  service = { url: ready.url, key: ready.teams[0]?.apiKey ?? "" };
});
afterAll(() => end(sandbox));

/** What is open to others in a folder, with its mode, and what its owner may not read. */
function unfit(path: string): string[] {
  const { mode } = statSync(path);
  const folder = statSync(path).isDirectory();
  const own = folder ? 0o700 : 0o600;
  const bad = (mode & 0o777) === own || (mode & 0o170000) === 0o140000 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  return [...bad, ...(folder ? readdirSync(path).flatMap((name) => unfit(join(path, name))) : [])];
}

const COMMANDS = {
  price: ["WETH.eth"],
  balances: [],
  doctor: [],
  swap: ["USDC.eth", "WETH.eth", "10", "--reason", "first"],
  record: ["--tokens", "WETH.eth", "--for", "3s", "--every", "2s", "--quotes", "USDC.eth/WETH.eth"],
  start: ["--once"],
  tape: "synthetic --seed s --out data/tapes/made --from 2025-01-01 --duration 1h --tokens WETH.eth".split(" "),
};

it.each(
  Object.entries(COMMANDS).flatMap(([name, args]) => ["000", "022", "777"].map((umask) => ({ name, args, umask }))),
)("`contender $name` creates a data folder for its owner alone under umask $umask", async ({ name, args, umask }) => {
  const folder = folderWith({ "holds.ts": strategy("holds", 'decide: ({ hold }) => hold({ reason: "nothing" }),') });
  writeFileSync(join(folder, "key"), service.key, { mode: 0o600 });
  writeFileSync(
    join(folder, "contender.yaml"),
    `service: { baseUrl: "${service.url}", keyFile: ./key }\ndata: ./data\nstrategies: [{ use: ./holds.ts, allocation: 1 }]\n`,
  );
  const shell = ["sh", "-c", `umask ${umask}; exec "$@"`, "sh"];
  const { code, stderr } = await run([name, ...args], { cwd: folder, container: shell, program: main });
  expect(code, stderr).toBe(0);
  expect(readdirSync(join(folder, "data")).length).toBeGreaterThan(0);
  expect(unfit(join(folder, "data"))).toEqual([]);
});
