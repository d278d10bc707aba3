import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../src/app/config/load.js";
import { openLog } from "../../src/app/process/log.js";
import { standardError } from "../../src/app/process/standard-error.js";
import { startBot } from "../../src/app/start/bot.js";
import { endText } from "../../src/cli/format/end.js";
import { openTerminal } from "../../src/cli/terminal.js";
import type { Log } from "../../src/core/log.js";
import { Secrets } from "../../src/core/secrets.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { syntheticTape } from "../../src/tape/index.js";
import { botFolder } from "../app/bot-files.js";
import { HOSTILE, hostileService, type HostileService } from "./hostile-service.js";
import { run } from "./run.js";

const STRATEGY = (name: string, body: string): string => `
import { defineStrategy, token, z } from "contender";
const TEXT = ${JSON.stringify(HOSTILE)};
export default defineStrategy({
  name: ${JSON.stringify(name)},
  summary: TEXT,
  params: z.object({ token: token("WETH.eth"), text: z.string().default(TEXT).describe(TEXT) }),
  schedule: "* * * * *",
  decide: ({ swap, hold }) => { ${body} },
});
`;
const FILES: Readonly<Record<string, string>> = {
  "holder.ts": STRATEGY("holder", "return hold({ reason: TEXT, evidence: { [TEXT]: TEXT } });"),
  "buyer.ts": STRATEGY(
    "buyer",
    'return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: TEXT, evidence: { [TEXT]: [TEXT] } });',
  ),
  "thrower.ts": STRATEGY("thrower", "throw new Error(TEXT);"),
};

let service: HostileService;
let folder = "";
let config = "";
/** What a bot that ran once wrote to its log: as JSON, and for people. */
const logged: { json: string[]; pretty: string[] } = { json: [], pretty: [] };
let end = "";
/** Who listened to Ctrl-C before a command did. */
const idle = process.listenerCount("SIGINT");
/** What commands wrote to the log of their process. */
let told = (): string[] => [];

beforeAll(async () => {
  const log: string[] = [];
  vi.spyOn(standardError(), "write").mockImplementation((line) => void log.push(line));
  told = () => log.join("").trimEnd().split("\n");
  service = await hostileService();
  vi.stubEnv("TEST_KEY", service.key);
  ({ folder, file: config } = botFolder(configOf(service.url)));
  mkdirSync(join(folder, "strategies"));
  for (const [file, source] of Object.entries(FILES)) writeFileSync(join(folder, "strategies", file), source);
  end = await runOnce();
  await hostileTape(join(folder, "tape"));
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service.close();
});

const configOf = (url: string): string => `
service: { baseUrl: "${url}", key: "\${TEST_KEY}" }
limits: { trade: off, price: off, account: off, all: off, each: off }
execution: { deadline: 10s }
strategies:
${Object.keys(FILES)
  .map((file) => `  - { use: ./strategies/${file}, allocation: 0.3 }`)
  .join("\n")}
`;

async function runOnce(): Promise<string> {
  const secrets = new Secrets();
  const to = (lines: string[], pretty: boolean) =>
    openLog({
      level: "debug",
      secrets,
      pretty,
      colour: false,
      destination: { write: (line) => void lines.push(line) },
    });
  const [json, pretty] = [await to(logged.json, false), await to(logged.pretty, true)];
  const both = (level: keyof Omit<Log, "silent">): Log["info"] => {
    return (message, fields) => [json, pretty].forEach((log) => log[level](message, fields));
  };
  const log = { debug: both("debug"), info: both("info"), warn: both("warn"), error: both("error") };
  const loaded = loadConfig(config, process.env);
  const bot = await startBot(
    { loaded, secrets, log: { ...log, useClock: () => undefined } },
    { dryRun: false, once: true },
  );
  return endText(bot);
}

/** A tape whose source and file are somebody else's. */
async function hostileTape(place: string): Promise<void> {
  const from = Date.UTC(2025, 0, 1);
  const tokens = KNOWN_TOKENS.filter(({ name }) => /^(WETH|USDC)\.eth$/.test(name)).map((token) => ({
    token,
    price: token.cash ? 1 : 2_500,
  }));
  await syntheticTape({ folder: place, seed: "s", from, to: from + 3_600_000, every: 60_000, tokens });
  const manifest = join(place, "manifest.json");
  const document = JSON.parse(readFileSync(manifest, "utf8")) as object;
  writeFileSync(manifest, JSON.stringify({ ...document, source: HOSTILE }));
}

// eslint-disable-next-line no-control-regex -- these are what must not be there
const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]|\u{e0041}/u;
// eslint-disable-next-line no-control-regex -- what the titles of tables are printed with
const BOLD = /\u001b\[(1|22)m/g;

/** Nothing acts on a terminal, and no line was begun by a text from outside. */
function expectSafe(printed: string): void {
  expect(ACTS.exec(printed.replaceAll(BOLD, ""))).toBeNull();
  expect(/^\s*(FORGED|=cmd)/m.exec(printed)).toBeNull();
}

async function expectBothSafe(args: readonly string[], codes: readonly number[]): Promise<string> {
  const where = ["--config", config];
  const text = await run(...args, ...where);
  expect(codes, text.stderr).toContain(text.code);
  expectSafe(text.stdout);
  expectSafe(text.stderr);
  const json = await run(...args, "--json", ...where);
  expect(codes).toContain(json.code);
  expect(ACTS.exec(json.stdout)).toBeNull();
  const document = JSON.parse(json.stdout) as unknown;
  expect(document).toBeTypeOf("object");
  const said = text.stdout + text.stderr;
  if (said.includes("FORGED")) expect(JSON.stringify(document)).toContain("FORGED");
  return said;
}

/** Commands that print what somebody else wrote. */
const HEARS = [
  ...["status", "trades", "leaderboard", "rules", "upcoming", "profile", "profile set --contact x", "doctor"],
  ...["journal decisions", "journal intents", "journal trades", "journal ticks", "journal notes"],
  "strategies",
];
/** Commands that print figures, names of this side alone. */
const KNOWS = [
  ...["balances", "portfolio", "health", "price WETH.eth", "token WETH.eth", "quote USDC.eth WETH.eth 10"],
  ...["journal verdicts", "journal quotes", "journal books", "journal equity", "journal runs"],
  ...["replay last", "config check"],
];

describe("outside text cannot act on the terminal", () => {
  it.each(HEARS)("by %s, as a text or as JSON", async (command) => {
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    expect(await expectBothSafe(command.split(" "), [0])).toContain("FORGED");
  });

  it.each(KNOWS)("by %s, as a text or as JSON", async (command) => {
    await expectBothSafe(command.split(" "), [0]);
  });

  it("by a swap, or the explanation of a trade", async () => {
    const swap = ["swap", "USDC.eth", "WETH.eth", "10", "--reason", HOSTILE];
    await expectBothSafe([...swap, "--again"], [0]);
    expect(await expectBothSafe(swap, [4])).toContain("FORGED");
    const { stdout } = await run("journal", "intents", "--json", "--config", config);
    const { intents } = JSON.parse(stdout) as { intents: { intent: { id: string } }[] };
    for (const { intent } of intents)
      expect(await expectBothSafe(["journal", "explain", intent.id], [0])).toContain("FORGED");
  });

  it("by a config that is wrong", async () => {
    const wrong = join(folder, "wrong.yaml");
    writeFileSync(wrong, JSON.stringify({ service: { sandbox: { slippage: HOSTILE } }, [HOSTILE]: 1 }));
    const { code, stderr } = await run("config", "check", "--config", wrong);
    expect([code, stderr]).toEqual([2, expect.stringContaining("FORGED")]);
    expectSafe(stderr);
  });

  it("by errors: the service's, and of a command line", async () => {
    for (const status of [400, 401, 403]) {
      service.refuse(status);
      expect(await expectBothSafe(["balances"], [1, 3])).toContain("FORGED");
    }
    service.refuse(null);
    // A line feed of a person's own is theirs.
    const line = HOSTILE.replaceAll(/[\r\n]+/g, " ").slice(0, 150);
    for (const args of [[line], ["journal", "explain", line], ["price", line], ["tape", "info", line]])
      expect(await expectBothSafe(args, [1, 2])).toContain("FORGED");
  });

  it("by commands that change something: a verdict, a recording, a sandbox", async () => {
    const line = HOSTILE.replaceAll(/[\r\n]+/g, " ").slice(0, 150);
    const { stdout } = await run("journal", "intents", "--json", "--config", config);
    const { intents } = JSON.parse(stdout) as { intents: { intent: { id: string } }[] };
    const verdict = ["--as", "filled", "--reason", HOSTILE];
    const plan = join(folder, "faults.yaml");
    writeFileSync(plan, JSON.stringify({ faults: [{ kind: HOSTILE }] }));
    for (const args of [
      ["resolve", line, ...verdict],
      ["resolve", intents[0]?.intent.id ?? "", "--as", line, "--reason", HOSTILE],
      ["record", "--tokens", line],
      ["record", "--tokens", "WETH.eth", "--quotes", line],
      ["record", "--tokens", "WETH.eth", "--for", line],
      ["sandbox", "--tape", line],
      ["sandbox", "--host", line],
      ["sandbox", "--faults", plan],
    ])
      expect(await expectBothSafe(args, [1, 2]), args.join(" ")).toContain("FORGED");
    const swap = ["swap", "USDC.eth", "WETH.eth", "10", "--reason", HOSTILE];
    expect(await expectBothSafe([...swap, "--again", "--book", line], [2])).toContain("FORGED");
    await expectBothSafe(["resolve", intents[0]?.intent.id ?? "", ...verdict, "--trade", line], [1]);
    const recorded = ["--tokens", "WETH.eth", "--for", "1s", "--out", join(folder, "recorded")];
    const { code, stdout: end } = await run("record", ...recorded, "--config", config);
    expect(code).toBe(0);
    expectSafe(end);
  });

  it.each(["decisions", "intents", "trades", "notes"])("by journal %s --follow, as lines or as JSON", async (view) => {
    for (const json of [[], ["--json"]]) {
      const follow = run("journal", view, "--follow", ...json, "--config", config);
      // It stops at Ctrl-C, and has shown what there was by then.
      await vi.waitFor(() => expect(process.listenerCount("SIGINT")).toBeGreaterThan(idle), 60_000);
      process.emit("SIGINT");
      const { code, stdout } = await follow;
      expect(code).toBe(0);
      expect(stdout).toContain("FORGED");
      expectSafe(stdout);
      for (const line of stdout.trimEnd().split("\n"))
        if (json.length > 0) expect(JSON.parse(line)).toBeTypeOf("object");
    }
  });

  it("by the end of a run", () => {
    expectSafe(end);
    expect(end).toContain("FORGED");
  });

  it("by a backtest and the description of its tape; the report gets no markup from it", async () => {
    const report = join(folder, "report.html");
    const args = ["backtest", "--tape", join(folder, "tape"), "--strategy", join(folder, "strategies", "buyer.ts")];
    expect(await expectBothSafe([...args, "--report", report], [0, 1])).toContain("FORGED");
    expect(await expectBothSafe(["tape", "info", join(folder, "tape")], [0])).toContain("FORGED");
    await expectBothSafe(["compare", "latest", "backtest"], [0, 1]);
    const page = readFileSync(report, "utf8");
    expect(page).toContain("FORGED");
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(/<img|\u202e/.exec(page)).toBeNull();
  });

  it("by a change of the key, made or refused", async () => {
    const file = join(folder, "rotated.yaml");
    writeFileSync(file, `service: { baseUrl: "${service.url}", keyFile: ./team.key }\ndata: ./rotated\n`);
    writeFileSync(join(folder, "team.key"), `${service.key}\n`, { mode: 0o600 });
    const rotate = (...flags: string[]) => run("key", "rotate", ...flags, "--config", file);
    for (const [status, flags] of [
      [400, []],
      [403, ["--json"]],
      [null, []],
      [null, ["--json"]],
    ] as const) {
      service.refuse(status);
      const { code, stdout, stderr } = await rotate(...flags);
      expect(
        [0, 1, 3].filter((one) => (one === 0) === (status === null)),
        stderr,
      ).toContain(code);
      if (status !== null) expect(stdout + stderr).toContain("FORGED");
      expectSafe(flags.length === 0 ? stdout : JSON.stringify(JSON.parse(stdout)));
      expectSafe(stderr);
    }
    vi.stubEnv("TEST_KEY", readFileSync(join(folder, "team.key"), "utf8").trim());
  });
});

describe("a line of the log", () => {
  it("is one line, whatever stands in it, as JSON and for people", async () => {
    await run("swap", "USDC.eth", "WETH.eth", "10", "--reason", HOSTILE, "--again", "--config", config);
    for (const line of [...logged.json, ...logged.pretty, ...told()]) {
      expect(line.trimEnd()).not.toContain("\n");
      expectSafe(line);
    }
    expect(logged.pretty).toHaveLength(logged.json.length);
    for (const line of [...logged.json, ...told()]) expect(JSON.parse(line)).toBeTypeOf("object");
    for (const lines of [logged.json, logged.pretty, told()]) expect(lines.join("")).toContain("FORGED");
  });
});

describe("the terminal", () => {
  it("removes what a command forgot to make printable, and leaves what tables are printed with", () => {
    const out: string[] = [];
    const stream = new PassThrough().on("data", (text) => out.push(String(text)));
    const terminal = openTerminal({ stdout: stream, stderr: stream }, () => undefined);
    terminal.print(`\u001b[1mtitle\u001b[22m\n${HOSTILE}`);
    terminal.tell(HOSTILE);
    terminal.printJson({ [HOSTILE]: HOSTILE });
    for (const text of out) expect(ACTS.exec(text.replaceAll(BOLD, ""))).toBeNull();
    expect(out[0]?.startsWith("\u001b[1mtitle\u001b[22m\nevil")).toBe(true);
    expect(JSON.parse(out[2] ?? "")).toEqual({ [HOSTILE]: HOSTILE });
  });
});
