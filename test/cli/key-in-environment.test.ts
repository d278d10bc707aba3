import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it, vi, onTestFinished } from "vitest";
import { emptyFolder } from "../support/empty-folder.js";
import { run } from "./run.js";

const folder = emptyFolder();
const seen = join(folder, "seen");
const tape = join(folder, "tape");
const NAMES = ["CONTENDER_API_KEY", "TEAM_KEY"];

beforeAll(async () => {
  const { mkdirSync } = await import("node:fs");
  mkdirSync(join(folder, "strategies"));
  writeFileSync(
    join(folder, "strategies", "looks.ts"),
    `import { appendFileSync } from "node:fs";
import { defineStrategy, z } from "contender";
appendFileSync(${JSON.stringify(seen)}, ${JSON.stringify(NAMES)}.map((name) => process.env[name] ?? "none").join() + "\\n");
export default defineStrategy({
  name: "looks",
  summary: "Holds.",
  params: z.object({}),
  schedule: "*/10 * * * *",
  decide: ({ hold }) => hold({ reason: "It waits." }),
});
`,
  );
  writeFileSync(
    join(folder, "contender.yaml"),
    'service: { baseUrl: "http://127.0.0.1:1", key: "${TEAM_KEY}" }\nstrategies: [{ use: ./strategies/looks.ts, allocation: 0.5 }]\n',
  );
  const made = ["--seed", "s", "--out", tape, "--from", "2025-01-01", "--duration", "1h", "--tokens", "WETH.eth"];
  expect((await run("tape", "synthetic", ...made)).code).toBe(0);
});

beforeEach(() => rmSync(seen, { force: true }));

/** What the strategy's file saw of the keys, each time that it was evaluated. */
async function whatIsSeen(...args: readonly string[]): Promise<string[]> {
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  for (const name of NAMES) process.env[name] = "k".repeat(32);
  onTestFinished(() => {
    vi.restoreAllMocks();
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
  });
  await run(...args);
  return existsSync(seen) ? readFileSync(seen, "utf8").trim().split("\n") : [];
}

it.each([
  ["start"],
  ["start --dry-run --once"],
  ["backtest --tape TAPE"],
  ["strategies"],
  ["doctor"],
  ["config check"],
  ["replay backtest"],
])("`contender %s` evaluates strategies only after the API key has left the environment", async (line) => {
  if (line === "replay backtest") await run("backtest", "--tape", tape, "--config", join(folder, "contender.yaml"));
  const answers = await whatIsSeen(...line.replace("TAPE", tape).split(" "));
  expect(answers.length).toBeGreaterThan(0);
  expect(new Set(answers)).toEqual(new Set(["none,none"]));
});

it("the key's usual variable leaves the environment even if the config cannot be read or is wrong", async () => {
  const file = join(folder, "strategies", "looks.ts");
  const faulty = join(folder, "faulty.yaml");
  writeFileSync(faulty, 'service: { baseUrl: "http://127.0.0.1:1", key: "${TEAM_KEY}" }\nno-such-key: 1\n');
  expect(await whatIsSeen("strategies", "--config", faulty)).toEqual(["none,none"]);
  appendFileSync(faulty, "{");
  rmSync(seen);
  expect(await whatIsSeen("strategies", "--config", faulty)).toEqual([expect.stringMatching(/^none,k+$/) as string]);
  rmSync(seen);
  const away = emptyFolder();
  vi.spyOn(process, "cwd").mockReturnValue(away);
  process.env["CONTENDER_API_KEY"] = "k".repeat(32);
  await run("backtest", "--tape", tape, "--strategy", file);
  expect(readFileSync(seen, "utf8")).toMatch(/^(none,k+\n)+$/);
});
