import { writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { start } from "../../src/app/start/run.js";
import { runCli } from "../../src/cli/program.js";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import type { FaultEntry } from "../../src/sandbox/faults/plan.js";
import { botFolder, sandboxService } from "../app/bot-files.js";
import { run } from "./run.js";

const LOST = { kind: "lost-answer", operations: "executeTrade", how: "reset", max: 1 } as const;
const LAGGING = { kind: "lagging-trades", by: "25m" } as const;
const SWAP = ["swap", "USDC.eth", "WETH.eth", "100", "--reason", "by hand"];
const HOLDS = `import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "holds", summary: "Holds.", params: z.object({}), schedule: "0 0 * * *",
  decide: ({ hold }) => hold({ reason: "all is well" }),
});
`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

/** A signal, for whoever began last to listen for it: of bot and command the command. */
function signal(name: NodeJS.Signals): void {
  process.listeners(name).at(-1)?.(name);
}

/** A folder whose config names a service that misbehaves; with a bot that runs on it, where that is wanted. */
async function against(
  faults: readonly FaultEntry[],
  { bot = false, settle = "4s", level = "error" } = {},
  more: Partial<SandboxOptions> = {},
) {
  const { sandbox, url, key } = await sandboxService({ rateLimits: "off", faults: { faults }, ...more });
  closing.push(() => sandbox.close());
  vi.stubEnv("TEST_KEY", key);
  const { file, folder } = botFolder(
    `service: { baseUrl: "${url}", key: "\${TEST_KEY}" }\ndata: ./data\nlimits: { account: off }\nlog: { level: ${level} }\n` +
      `execution: { settle: ${settle}, deadline: 3s }\nstrategies: [{ use: ./holds.ts, allocation: 0.5 }]\n`,
  );
  writeFileSync(join(folder, "holds.ts"), HOLDS);
  const config = ["--config", file];
  if (bot) {
    const ended = start(file, { dryRun: false, once: false });
    closing.push(async () => {
      for (let i = 0; i < 2; i++) signal("SIGTERM");
      await ended;
    });
    const trading = async () => expect((await run("status", "--json", ...config)).stdout).toContain('"trading"');
    await vi.waitFor(trading, { timeout: 150_000 });
  }
  const trades = () => sandbox.exchange.trades(sandbox.teams[0]?.teamId ?? "");
  return { config, trades };
}

describe.each([
  ["without a bot", false],
  ["through the running bot", true],
])("a swap whose answer is lost, %s,", (_where, bot) => {
  it("reports that it waits, and succeeds when the trade was found", async () => {
    const how = bot ? "silence" : "reset";
    const { config, trades } = await against([{ ...LOST, how }], { bot });
    const { code, stdout, stderr } = await run(...SWAP, ...config);
    expect(stderr).toMatch(/The outcome of \w+ is unknown: .*Do not repeat the swap/);
    expect(stdout).toMatch(/^filled +USDC\.eth +100 /m);
    expect(stdout).not.toContain("unknown");
    expect([code, trades().length]).toEqual([0, 1]);
  });

  it("ends in conflict with exit code 4 and the command that resolves it, as JSON too", async () => {
    const { config } = await against([LOST, LAGGING], { bot });
    const { code, stdout, stderr } = await run(...SWAP, "--json", ...config);
    const { outcomes } = JSON.parse(stdout) as { outcomes: { status: string; intent: string }[] };
    expect(outcomes).toMatchObject([{ status: "conflict" }]);
    expect(code).toBe(4);
    expect(stderr).toContain(`contender resolve ${outcomes[0]?.intent} --as filled`);
  });

  it("ends by Ctrl-C with exit code 4, and warns that it must not be repeated", async () => {
    const { config, trades } = await against([LOST, LAGGING], { bot, settle: "10m" });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    let text = "";
    stdout.on("data", (chunk) => (text += String(chunk)));
    stderr.on("data", (chunk) => {
      if (String(chunk).includes("Waiting until")) signal("SIGINT");
    });
    const code = await runCli([...SWAP, "--json", ...config], { stdout, stderr });
    const { error } = JSON.parse(text) as { error: { code: string; message: string; remedy: string } };
    expect([code, error.code, trades().length]).toEqual([4, "SWAP_UNSETTLED", 1]);
    expect(error.message).toMatch(/before it was known what became of the swap \(\w+\)/);
    expect(error.remedy).toMatch(/do not repeat it.*contender journal explain \w+.*contender resolve \w+/);
  });
});

it("a swap before the competition begins fails at the first reading, with exit code 2", async () => {
  const competitions = [{ name: "Test Cup", startIn: 3_600_000 }];
  const { config } = await against([], {}, { competitions });
  const { code, stderr } = await run(...SWAP, ...config);
  expect(code).toBe(2);
  expect(stderr).toContain("No competition is active; to come: Test Cup");
  expect(stderr).toContain("Try again after it has begun.");
  // Nothing that is read again is in doubt.
  const { stdout } = await run("journal", "notes", "--json", ...config);
  expect(stdout).not.toContain("end-in-doubt");
});

it("a swap prints no standing if the leaderboard is closed to teams", async () => {
  const { config, trades } = await against([], { level: "info" }, { restrictedLeaderboard: true });
  const { code, stdout, stderr } = await run(...SWAP, ...config);
  expect([code, trades().length]).toEqual([0, 1]);
  expect(stdout + stderr).not.toMatch(/standing/i);
});

it("an equal swap asks a person at the terminal whether to make one more, and only a yes makes it", async () => {
  const { config, trades } = await against([]);
  expect((await run(...SWAP, ...config)).code).toBe(0);
  const answered = async (line: string) => {
    const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
    let asked = "";
    stderr.on("data", (chunk) => (asked += String(chunk)));
    stdout.resume();
    stdin.end(line);
    const code = await runCli([...SWAP, ...config], { stdout, stderr, person: () => stdin });
    return { code, asked, trades: trades().length };
  };
  const question =
    /^An equal swap was asked for at .*: 100 USDC\.eth to WETH\.eth, "by hand" .*Make one more\? \[y\/N\] /;
  const asked = expect.stringMatching(question) as string;
  expect(await answered("\n")).toEqual({ code: 4, asked, trades: 1 });
  expect(await answered("")).toEqual({ code: 4, asked, trades: 1 });
  expect(await answered("y\n")).toEqual({ code: 0, asked, trades: 2 });
  expect((await run(...SWAP, "--id", "a", "--again", ...config)).code).toBe(2);
});
