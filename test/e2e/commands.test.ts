import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProfileName } from "../../src/sandbox/index.js";
import { contender } from "../torture/kills/process.js";
import { testProfile } from "../support/profile.js";
import { main, run } from "./process.js";
import { keyOf, logged, openStage, type Stage } from "./stage.js";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage(["--synthetic", "7", "--teams", "2", "--upcoming", "1"]);
});
afterAll(() => stage.close());

describe("sandbox --json", () => {
  it("prints one line when it is ready, in exactly the documented shape", () => {
    const { stdout } = stage.sandbox.output();
    expect(stdout).toMatch(/^[^\n]+\n$/);
    const text = expect.any(String) as string;
    const team = { name: text, teamId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string };
    const withKey = { ...team, apiKey: expect.stringMatching(/^[0-9a-f]{16}_[0-9a-f]{16}$/) as string };
    expect(JSON.parse(stdout)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      profile: testProfile(),
      clock: { now: expect.any(Number) as number, speed: 1 },
      competition: { id: text, name: "Sandbox Cup", status: "ACTIVE", startDate: text, endDate: null },
      teams: [
        { ...withKey, name: "Contender" },
        { ...withKey, name: "Team 2" },
      ],
    });
  });

  it("logs on standard error, and says there that its prices are synthetic", async () => {
    const [line] = await stage.sandbox.shows(/^\{.*synthetic.*\}$/m);
    expect(stage.sandbox.output().stderr).toContain(line);
    expect(JSON.parse(line)).toMatchObject({ level: "info", msg: "Price source: synthetic market (seed 7)" });
  });
});

describe("a command that asks the service", () => {
  it.each<[string, RegExp, object]>([
    ["status", /Sandbox Cup \(active\)[^]*No bot answers/, { active: true, participating: true, bot: null }],
    ["portfolio", /total \(USD\) +1\d,\d{3}\.\d\d/, { totalValue: expect.any(Number), tokens: expect.any(Array) }],
    ["balances", /USDC\.eth +5,000/, { balances: expect.arrayContaining([{ token: "USDC.eth", amount: "5000" }]) }],
    ["trades", /No trade yet/, { trades: [] }],
    ["leaderboard", /Contender \(you\)[^]*house-hold-cash|house-hold-cash[^]*Contender \(you\)/, { inactive: [] }],
    ["rules", /largest trade +25\.00% of/, { maxTradeShare: 0.25, crossChain: false, unread: [] }],
    ["upcoming", /Sandbox Cup 2 +pending/, { competitions: [expect.objectContaining({ state: "pending" })] }],
    ["price WETH.eth", /^WETH\.eth {2}[\d,.]+ USD\n$/, { token: "WETH.eth", usd: expect.any(Number) }],
    ["token WETH.eth", /specific chain +eth/, { token: "WETH.eth", chain: "evm", specificChain: "eth", cash: false }],
    ["quote USDC.eth WETH.eth 100", /sold +100 USDC\.eth/, { from: "USDC.eth", fromAmount: "100" }],
    ["profile", /team +Contender/, { name: "Contender", metadata: {} }],
    ["health", /status +ok/, { status: "ok", services: expect.any(Object) }],
    ["doctor", /ok +key/, { findings: expect.arrayContaining([expect.objectContaining({ check: "service" })]) }],
  ])("prints %s as a text, and with --json as one document", async (command, text, document) => {
    const answers = await stage.both(...command.split(" "));
    expect(answers.text).toMatch(text);
    expect(answers.document).toMatchObject(document);
  });

  it("shows the standing of the named competition", async () => {
    const { id } = stage.ready.competition;
    const named = await stage.json<{ competition: { id: string } }>("leaderboard", "--competition", id);
    expect(named.competition.id).toBe(id);
    const { code, stderr } = await stage.contender("leaderboard", "--competition", "nosuch");
    const expected: Record<ProfileName, [number, RegExp]> = {
      document: [1, /competition/i],
      // To this service an id that is no UUID is a failure of its own.
      deployed: [3, /The service failed \(getLeaderboard, status 500\)/],
    };
    const [expectedCode, said] = expected[testProfile()];
    expect([code, stderr]).toEqual([expectedCode, expect.stringMatching(said)]);
  });

  it.each([
    ["price NOPE.eth", 'There is no token "NOPE.eth"'],
    ["price WETH", "could be WETH.eth"],
    ["quote USDC.eth WETH.eth 1e3", "amount"],
    ["quote USDC.eth WETH.eth 0", "not an amount"],
    ["swap USDC.eth WETH.eth 0.0000000000000009 --reason r", "too small for the service"],
    ["leaderboard --competition=", "competition"],
  ])("refuses `%s` with exit code 2, and names the error", async (command, said) => {
    const { code, stdout, stderr } = await stage.contender(...command.split(" "));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
  });
});

describe("the verification trade", { shuffle: false }, () => {
  const REASON = "verification trade";
  let stage: Stage;
  let intent: string;

  beforeAll(async () => {
    stage = await openStage(["--synthetic", "7"]);
  });
  afterAll(() => stage.close());

  it("is one manual swap", async () => {
    const swap = await stage.contender("swap", "USDC.eth", "WETH.eth", "100", "--reason", REASON);
    expect([swap.code, logged(swap)]).toEqual([0, ""]);
    expect(swap.stdout).toMatch(/filled +USDC\.eth +100 +WETH\.eth +0\.0\d+/);
    const { outcomes } = await stage.json<{ outcomes: { status: string; intent: string; reason: string }[] }>(
      ...["swap", "USDC.eth", "WETH.eth", "5", "--reason", "with --json"],
    );
    expect(outcomes).toEqual([expect.objectContaining({ status: "filled", from: "USDC.eth", fromAmount: "5" })]);
  });

  it("is in the service's list, with marker and reason", async () => {
    const { text, document } = await stage.both<{ trades: { reason: string; fromAmount: string }[] }>("trades");
    expect(document.trades.map(({ fromAmount }) => fromAmount)).toEqual(["5", "100"]);
    const { reason } = document.trades[1]!;
    intent = /^\[[0-9a-z]{4}-([0-9a-z]{6})\] verification trade$/.exec(reason)?.[1] ?? "";
    expect(intent, reason).not.toBe("");
    expect(text).toContain(reason);
  });

  it("is in the journal, with the intent behind it", async () => {
    const { text, document } = await stage.both<{ trades: object[] }>("journal", "trades");
    expect(text).toMatch(
      new RegExp(`unassigned +${intent} +100 +USDC\\.eth .* WETH\\.eth +\\[.{4}-${intent}\\] ${REASON}`),
    );
    expect(document.trades[0]).toMatchObject({ intent, strategy: "unassigned", trade: { fromAmount: "100" } });
    const explained = await stage.both("journal", "explain", intent);
    expect(explained.text).toContain(REASON);
  });

  it.each(["runs", "decisions", "verdicts", "intents", "books", "notes", "equity"])(
    "left rows in the journal's view of %s",
    async (view) => {
      const { text, document } = await stage.both<Record<string, object[]>>("journal", view, "--run", "last");
      expect(document[view]?.length).toBeGreaterThan(0);
      expect(text.trim().split("\n").length).toBeGreaterThan(1);
    },
  );

  it("did not make the team poorer in any point of its equity", async () => {
    const { equity } = await stage.json<{ equity: { total: number }[] }>("journal", "equity");
    for (const { total } of equity) expect(total).toBeGreaterThan(14_990);
  });

  it("replays without a difference", async () => {
    const { text, document } = await stage.both("replay", "last");
    expect(text).toContain("No difference.");
    expect(text).not.toContain("rehearsal");
    expect(document).toMatchObject({ rehearsal: false, differing: 0, difference: null });
  });

  it("is no conflict, so `resolve` finds nothing to do", async () => {
    const args = ["resolve", intent, "--as", "not-executed", "--reason", "a try"];
    const [plain, json] = [await stage.contender(...args), await stage.contender(...args, "--json")];
    expect([plain.code, plain.stdout]).toEqual([1, ""]);
    expect(plain.stderr).toMatch(new RegExp(`${intent} is not open: there is nothing to resolve[^]*journal intents`));
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: "RESOLVE" } });
  });

  it("left no key in the journal or anywhere else in the data folder, old or new", async () => {
    expect(await stage.contender("key", "rotate")).toMatchObject({ code: 0 });
    const keys = [keyOf(stage.ready), readFileSync(join(stage.folder, "key"), "utf8").trim()];
    const data = join(stage.folder, "data");
    for (const name of readdirSync(data, { recursive: true }) as string[]) {
      if (!statSync(join(data, name)).isFile()) continue;
      const text = readFileSync(join(data, name), "latin1");
      for (const key of keys) expect(text.includes(key), name).toBe(false);
    }
  });
});

describe("a command that needs no service", () => {
  it.each<[string, RegExp, object]>([
    ["config check", /is valid\. With all defaults:[^]*keyFile: \.\/key/, { service: { keyFile: "./key" } }],
    ["config schema", /"title": "Contender configuration"/, { title: "Contender configuration" }],
    ["openapi", /"openapi": "3\.1/, { paths: expect.any(Object) }],
    ["strategies", /^rebalance: /m, { strategies: expect.any(Array) }],
  ])("prints %s as a text, and with --json as one document", async (command, text, document) => {
    const answers = await stage.both(...command.split(" "));
    expect(answers.text).toMatch(text);
    expect(answers.document).toMatchObject(document);
  });

  it("writes a strategy, lists it afterwards, and overwrites none", async () => {
    const made = await stage.contender("new", "strategy", "dip-buyer", "--json");
    expect(existsSync((JSON.parse(made.stdout) as { file: string }).file)).toBe(true);
    expect((await stage.contender("strategies")).stdout).toMatch(/^dip-buyer: /m);
    const again = await stage.contender("new", "strategy", "dip-buyer");
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("already exists")]);
    const bad = await stage.contender("new", "strategy", "../Nope");
    expect([bad.code, bad.stdout]).toEqual([2, ""]);
  });

  it("ends silently when its reader goes away", async () => {
    const command = `{ "${process.execPath}" "${main}" openapi; echo "code $?" >&2; } | head -c 10`;
    const [stdout, stderr] = await new Promise<[string, string]>((done) => {
      execFile("sh", ["-c", command], { cwd: stage.folder }, (_error, out, err) => done([out, err]));
    });
    expect(stdout).toHaveLength(10);
    expect(stderr).toBe("code 0\n");
  });
});

describe("profile set", () => {
  it("changes the given fields, and keeps the rest", async () => {
    await stage.both("profile", "set", "--contact", "Ada Lovelace");
    const { text, document } = await stage.both("profile", "set", "--metadata", '{"description":"a test"}');
    expect(text).toMatch(/contact +Ada Lovelace/);
    expect(document).toMatchObject({ contactPerson: "Ada Lovelace", metadata: { description: "a test" } });
    expect(await stage.json("profile")).toEqual(document);
  });

  it("refuses to change no field", async () => {
    const { code, stderr } = await stage.contender("profile", "set");
    expect([code, stderr]).toEqual([2, expect.stringContaining("--contact")]);
  });
});

describe("key rotate", () => {
  const file = (): string => join(stage.folder, "key");

  it("writes the new key into the file, for its owner alone, and it works", async () => {
    const old = readFileSync(file(), "utf8").trim();
    const rotated = await stage.contender("key", "rotate");
    expect([rotated.code, logged(rotated)]).toEqual([0, ""]);
    const fresh = readFileSync(file(), "utf8").trim();
    expect(fresh).not.toBe(old);
    expect(rotated.stdout).toContain(file());
    expect(rotated.stdout).not.toContain(fresh);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await stage.ask("/account/profile", old)).status).toBe(401);
    expect((await stage.ask("/account/profile", fresh)).status).toBe(200);
    expect(await stage.json("status")).toMatchObject({ participating: true });
    // The old one was kept only until the new one had worked.
    expect(readdirSync(stage.folder).filter((name) => name.startsWith("key"))).toEqual(["key"]);
  });

  it.each([
    ["before and after the request", ["request.resetApiKey:before", "request.resetApiKey:after"]],
    ["at the writes", ["key.next:before", "key.replace:before"]],
  ])("completes at Ctrl-C %s, and names what it waits for", async (_where, steps) => {
    const old = readFileSync(file(), "utf8").trim();
    const strikes = steps.map((at) => ({ at, nth: 1, signal: "SIGINT" }) as const);
    const { code, struck, said } = await contender(stage.folder, ["key", "rotate"], strikes).ended;
    expect([code, struck], said).toEqual([0, steps]);
    expect(said).toMatch(/The API key is being replaced. The command ends when the new key is on disk/);
    const fresh = readFileSync(file(), "utf8").trim();
    expect(fresh).not.toBe(old);
    expect((await stage.ask("/account/profile", fresh)).status).toBe(200);
    expect(readdirSync(stage.folder).filter((name) => name.startsWith("key"))).toEqual(["key"]);
  });

  it("is one document with --json, without the key", async () => {
    expect(await stage.json("key", "rotate")).toEqual({ rotated: true, keyFile: file() });
  });

  it("is refused for a key from the environment, with the remedy", async () => {
    const key = readFileSync(file(), "utf8").trim();
    const config = `service: { baseUrl: "${stage.ready.url}", key: "\${CONTENDER_API_KEY}" }\ndata: ./data\n`;
    stage.write("environment.yaml", config);
    const { code, stdout, stderr } = await run(["key", "rotate", "--config", "environment.yaml"], {
      cwd: stage.folder,
      env: { CONTENDER_API_KEY: key },
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/environment[^]*keyFile/);
    expect((await stage.ask("/account/profile", key)).status).toBe(200);
  });
});
