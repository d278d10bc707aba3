import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { run } from "../cli/run.js";
import { temporaryFile } from "../tape/temporary-file.js";
import { openStage, type Stage } from "./stage.js";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const FROM = Date.UTC(2024, 0, 1);
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const PRICE = `/price?token=${WETH}&chain=evm&specificChain=eth`;

/** Four days of bars of a minute; the price is 1000 at first, and a dollar more each minute. */
function bars(): string {
  const rows = Array.from({ length: (4 * DAY) / MINUTE }, (_, i) => [
    FROM + i * MINUTE,
    1000 + i,
    1001 + i,
    999 + i,
    1000 + i,
    1,
  ]);
  return temporaryFile(["timestamp,open,high,low,close,volume", ...rows.map((row) => row.join(","))].join("\n"));
}

const open: Stage[] = [];
async function stageWith(...flags: string[]): Promise<Stage> {
  // What the flags do is told of one profile.
  const stage = await openStage(["--profile", "document", ...flags]);
  open.push(stage);
  return stage;
}
async function ask<T>(stage: Stage, path: string): Promise<T> {
  return (await (await stage.ask(path)).json()) as T;
}
const price = (stage: Stage): Promise<{ price: number; chain: string }> => ask(stage, PRICE);

afterEach(async () => {
  await Promise.all(open.splice(0).map((stage) => stage.close()));
});

describe("sandbox --tape TOKEN=FILE", () => {
  it("has the file's prices at the file's time, and moves with them at its speed", async () => {
    const stage = await stageWith("--tape", `WETH.eth=${bars()}`, "--speed", "60");
    const begun = (stage.ready.clock.now - FROM) / MINUTE;
    expect(stage.ready.clock.speed).toBe(60);
    expect(begun).toBeGreaterThanOrEqual(2880);
    const first = await price(stage);
    expect(first.chain).toBe("EVM");
    expect(first.price).toBeGreaterThanOrEqual(1000 + Math.floor(begun));
    let later = first;
    while (later.price === first.price) later = await price(stage);
    expect(Number.isInteger(later.price)).toBe(true);
    expect(later.price).toBeGreaterThan(first.price);
  });
});

describe("sandbox --start-in --duration --upcoming", () => {
  it("has a competition that waits, begins and ends on schedule, and others that wait", async () => {
    // Each of the three stays where it is asked, however late that is.
    const [waiting, running, over] = await Promise.all(
      ["--start-in 10h", "--start-in 20m --duration 300d", "--start-in 20m --duration 20m"].map((times) =>
        stageWith(...`--speed 600 --upcoming 2 ${times}`.split(" ")),
      ),
    );
    const status = (stage: Stage | undefined) => ask(stage as Stage, "/competition/status");
    expect(waiting?.ready.competition).toMatchObject({ status: "PENDING", startDate: null });
    const { competitions } = await ask<{ competitions: { name: string }[] }>(waiting as Stage, "/competition/upcoming");
    expect(competitions.map(({ name }) => name)).toEqual(["Sandbox Cup", "Sandbox Cup 2", "Sandbox Cup 3"]);
    expect(await status(waiting)).toMatchObject({ active: false });
    await running?.sandbox.shows(/Sandbox Cup is active/);
    expect(await status(running)).toMatchObject({ active: true });
    await over?.sandbox.shows(/Sandbox Cup is active[^]*Sandbox Cup is completed/);
    expect(await status(over)).toMatchObject({ active: false });
  });
});

describe("sandbox --profile deployed", () => {
  it("announces its profile when it is ready, and answers as the deployed service does", async () => {
    const stage = await stageWith("--profile", "deployed");
    expect(stage.ready.profile).toBe("deployed");
    expect(await ask(stage, "/account/balances")).toMatchObject({
      balances: [{ tokenAddress: expect.any(String) }, {}, {}],
    });
    expect((await stage.ask("/nowhere")).headers.get("content-type")).toBe("text/html; charset=utf-8");
  });
});

describe("sandbox --price-cache --price-chain-case lower", () => {
  it("repeats a price, and writes the chain in lower case", async () => {
    const flags = "--speed 600 --price-cache 1d --price-chain-case lower".split(" ");
    const stage = await stageWith("--tape", `WETH.eth=${bars()}`, ...flags);
    const first = await price(stage);
    expect(first.chain).toBe("evm");
    const time = async (): Promise<number> =>
      Date.parse((await ask<{ timestamp: string }>(stage, "/health")).timestamp);
    const twoBars = (await time()) + 2 * MINUTE;
    while ((await time()) < twoBars);
    expect((await price(stage)).price).toBe(first.price);
  });
});

describe("sandbox --slippage", () => {
  it.each([
    ["printed", 0.0045, 0.0055],
    ["computed", 0.45, 0.55],
    ["log", 0.263, 0.333],
  ])("%s charges by that formula, and says so in its rules", async (model, least, most) => {
    const stage = await stageWith("--slippage", model);
    const [rules, quote] = await Promise.all([
      stage.json<{ slippage: string }>("rules"),
      stage.json<{ slippage: number }>("quote", "USDC.eth", "WETH.eth", "1000"),
    ]);
    expect(rules.slippage).toBe(model);
    // Percent of $1,000; cash is not worth exactly a dollar.
    expect(quote.slippage).toBeGreaterThan(least * 0.99);
    expect(quote.slippage).toBeLessThan(most * 1.01);
  });
});

describe("sandbox --synthetic SEED", () => {
  it("makes the same prices from the same seed, and others from another", async () => {
    const first = async (seed: string): Promise<number> => {
      // A price holds until the minute of the clock is over. By this clock a second of it is long.
      const stage = await stageWith("--synthetic", seed, "--speed", "0.01");
      const second = Math.floor((stage.ready.clock.now % MINUTE) / 1_000);
      return second === 0 || second === 59 ? first(seed) : (await price(stage)).price;
    };
    const [one, same, other] = await Promise.all(["7", "7", "8"].map(first));
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe("sandbox --no-rate-limits", () => {
  it("answers more than the thirty balances a minute that the public service allows", async () => {
    const stage = await stageWith("--no-rate-limits");
    const answers = await Promise.all(Array.from({ length: 40 }, () => stage.ask("/account/balances")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await stage.json<{ rateLimits: unknown[] }>("rules")).rateLimits).toEqual([]);
  });
});

describe("a wrong flag of the sandbox", () => {
  it.each<[string[], RegExp]>([
    [["--tape", "bars.csv"], /--tape bars\.csv is neither.*\nWrite --tape WETH\.eth=/],
    [["--tape", "WETH.eth="], /--tape WETH\.eth= is neither/],
    [["--tape", "WETH.eth=/nowhere.csv"], /\/nowhere\.csv cannot be read: ENOENT[^(]*\(TAPE_FILE\)\nCheck the path/],
    [["--tape", "WETH.eth=CSV"], /line 1: expected "timestamp,open,.*\(TAPE_HEADER\)\nPut this header/],
    [["--tape", "NOPE.eth=CSV"], /There is no token "NOPE\.eth".*\nTokens are named/],
    [["--tape", "WETH=CSV"], /could be WETH\.eth.*\nSay the chain too/],
    [["--tape", "WETH.eth=CSV", "--tape", "WETH.eth=CSV"], /--tape names WETH\.eth twice.*\nWrite --tape/],
    [["--tape", "WETH.eth=CSV", "--synthetic", "7"], /--tape and --synthetic exclude each other.*\nGive only one/],
    [["--synthetic", ""], /--synthetic is empty/],
    [["--speed", "fast"], /--speed: expected a number from 0\.01 to 100000.*\nRun `contender sandbox --help`/],
    [["--speed", "0"], /--speed: expected a number/],
    [["--port", "65536"], /--port: expected a whole number from 0 to 65535/],
    [["--teams", "0"], /--teams: expected a whole number from 1 to 1000/],
    [["--teams", "1.5"], /--teams: expected a whole number/],
    [["--duration", "3 days"], /--duration: expected a duration from 1m to 3650d, such as/],
    [["--duration", "1s"], /--duration: expected a duration from 1m/],
    [["--start-in=-5s"], /--start-in: expected a duration from 0s/],
    [["--upcoming", "-1"], /--upcoming: expected a whole number from 0 to 50/],
    [["--slippage", "cubic"], /--slippage: expected one of printed, computed, log/],
    [["--price-cache", "60"], /--price-cache: expected a duration/],
    [["--price-chain-case", "mixed"], /--price-chain-case: expected one of upper, lower/],
    [["--faults"], /option '--faults <file>' argument missing/],
    [["bars.csv"], /too many arguments/],
  ])("is reported with its remedy and exit code 2: %j", async (wrong, said) => {
    const csv = temporaryFile("time,price\n1,2\n");
    const flags = wrong.map((flag) => flag.replace("CSV", csv));
    const { code, stdout, stderr } = await run("sandbox", ...flags);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(said);
    const json = await run("sandbox", "--json", ...flags);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { remedy: expect.stringMatching(/./) as string } });
  });

  it("is one that the market cannot serve: a competition longer than the recorded prices", async () => {
    const { code, stderr } = await run("sandbox", "--tape", `WETH.eth=${bars()}`, "--duration", "30d");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/the competition would last until.*\nShorten/)]);
  });
});

describe("sandbox --faults FILE", () => {
  it("follows the file's current plan, and keeps the earlier plan if the file is broken", async () => {
    const file = temporaryFile("faults: [{ kind: error-before, status: 503, operations: health }]");
    const stage = await stageWith("--faults", file);
    const health = async (): Promise<number> => (await stage.ask("/health")).status;
    expect(await health()).toBe(503);
    writeFileSync(file, "faults: [{ kind: nothing }]");
    await stage.sandbox.shows(/Unknown kind of fault .+nothing/);
    expect(await health()).toBe(503);
    writeFileSync(file, "faults: []\n");
    await stage.sandbox.shows(/"faults":0,"msg":"The fault plan has changed"/);
    expect(await health()).toBe(200);
  });

  it("does not begin with a wrong plan: exit code 2, file, line and remedy", async () => {
    const file = temporaryFile("faults:\n  - kind: reset\n    rate: often\n");
    const { code, stderr } = await run("sandbox", "--faults", file);
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}:3:11  faults[0].rate: Invalid input: expected number, received string.`);
    expect(stderr).toContain("docs/reference/faults.md");
  });
});
