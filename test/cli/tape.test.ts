import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { TapeWriter } from "../../src/tape/index.js";
import { run } from "./run.js";
import { emptyFolder } from "../support/empty-folder.js";

const T0 = Date.UTC(2025, 0, 1);
let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = emptyFolder();
  const rows = (open: number): string =>
    Array.from(
      { length: 20 },
      (_, i) => `${T0 + i * 300_000},${open + i},${open + i + 1},${open + i - 1},${open + i},5`,
    ).join("\n");
  const header = "timestamp,open,high,low,close,volume";
  writeFileSync(at("BTCUSDT-5m.csv"), `${header}\n${rows(64_000)}\n`);
  writeFileSync(at("LINKUSDT-5m.csv"), `${header}\n${rows(15)}\n`);
  writeFileSync(at("broken.csv"), `${header}\n${T0},9,3,1,2,5\n${T0 + 300_000},2,3,1,2,5\n${T0 + 600_000},2,3,1,2,5\n`);
});

const LINK = "LINK=LINK.eth@0x514910771AF9Ca656af840dff83E8264EcF986CA";

describe("contender tape import", { shuffle: false }, () => {
  test("takes several files at once, and prints how it read them", async () => {
    const { code, stdout } = await run(
      "tape",
      "import",
      at("BTCUSDT-5m.csv"),
      at("LINKUSDT-5m.csv"),
      "--map",
      LINK,
      "--out",
      at("two"),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /BTCUSDT-5m\.csv: 20 rows of WBTC\.eth\n {2}BTC is taken as WBTC\.eth\n {2}bars\n {2}epoch milliseconds/,
    );
    expect(stdout).toMatch(/LINK\.eth +0x5149…86CA +bars +20 +5m +2025-01-01 00:00 +2025-01-01 01:40 +none/);
    expect(stdout).toMatch(/fingerprint +[0-9a-f]{16}/);
  });

  test("with --json prints one document, and at the second import that there is no new row", async () => {
    const { stdout } = await run(
      "tape",
      "import",
      at("BTCUSDT-5m.csv"),
      "--token",
      "WBTC.eth",
      "--out",
      at("two"),
      "--json",
    );
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ token: "WBTC.eth", rows: 20, added: 0, same: 20, replaced: 0 }],
      tape: {
        compacted: true,
        version: 2,
        tokens: [{ name: "WBTC.eth", kind: "bars", rows: 20, gaps: 0 }, { name: "LINK.eth" }],
      },
    });
  });

  test("refuses what it does not know, with exit code 2 and the right form", async () => {
    const unknown = await run("tape", "import", at("LINKUSDT-5m.csv"), "--out", at("none"));
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/no token for "LINK"[^]*--map LINK=LINK\.eth@0x/);
    const broken = await run("tape", "import", at("broken.csv"), "--token", "WETH.eth", "--out", at("none"));
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(/broken\.csv, line 2: open 9/);
    expect((await run("tape", "import", at("broken.csv"))).code).toBe(2);
    const unit = await run(
      "tape",
      "import",
      at("broken.csv"),
      "--out",
      at("none"),
      "--token",
      "WETH.eth",
      "--time-unit",
      "h",
    );
    expect(unit.stderr).toMatch(/--time-unit h is not one of s, ms, us, ns/);
    expect(readdirSync(folder)).not.toContain("none");
  });
});

describe("contender tape synthetic", () => {
  test("writes a tape that is marked as synthetic", async () => {
    const flags = [
      "--seed",
      "7",
      "--from",
      "2025-01-01",
      "--duration",
      "2h",
      "--tokens",
      "WETH.eth,USDC.eth,WBTC.eth=50000",
    ];
    const { code, stdout } = await run("tape", "synthetic", "--out", at("made-up"), ...flags);
    expect(code).toBe(0);
    expect(stdout).toMatch(/prices of +synthetic market \(seed 7\)/);
    expect(stdout).toMatch(/WBTC\.eth +0x2260…C599 +prices +120 +1m/);
    expect((await run("tape", "synthetic", "--out", at("made-up"), ...flags)).stderr).toMatch(/already exists/);
  });

  test("names each missing flag", async () => {
    const flags = ["--out", at("x"), "--seed", "7", "--from", "2025-01-01"];
    const never = await run("tape", "synthetic", ...flags, "--duration", "1d", "--every", "0m");
    expect([never.code, never.stderr]).toEqual([2, expect.stringMatching(/^error: --every: 0m is not above 0/)]);
    const range = await run("tape", "synthetic", ...flags);
    expect(range).toMatchObject({ code: 2, stderr: expect.stringMatching(/either --to or --duration/) as string });
    const price = await run(
      "tape",
      "synthetic",
      "--out",
      at("x"),
      "--seed",
      "7",
      "--from",
      "2025-01-01",
      "--duration",
      "1h",
      "--tokens",
      "USDT.base,WETH.polygon",
    );
    expect(price).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/The first price of USDT\.base is unknown/) as string,
    });
  });

  test("names the wrong flag of a range that ends before it begins, and of an invalid duration", async () => {
    const flags = ["--out", at("x"), "--seed", "7", "--from", "2025-01-02"];
    for (const [range, told] of [
      [["--to", "2025-01-01"], /from 2025-01-02T00:00:00.000Z to 2025-01-01T.* is empty.*\nUse a --to later/],
      [["--duration", "0s"], / is empty .*\nUse a --duration above 0/],
      [["--duration", "week"], /^error: --duration: "week" is not a duration/],
    ] as const) {
      const { code, stderr } = await run("tape", "synthetic", ...flags, ...range);
      expect([code, stderr]).toEqual([2, expect.stringMatching(told)]);
    }
    expect(existsSync(at("x"))).toBe(false);
  });
});

describe("contender tape info, check and compact", () => {
  test("of a recording report that it is in the log, and move it into Parquet files", async () => {
    const writer = new TapeWriter(at("bot"), { source: "https://example.invalid" });
    for (let i = 0; i < 10; i++) writer.record("WETH.eth", { usd: 3_000 + i, readAt: T0 + i * 60_000, movedAt: T0 });
    const quote = { from: "USDC.eth", to: "WETH.eth", fromAmount: 100, toAmount: 0.03, fromPrice: 1, toPrice: 3_000 };
    writer.recordQuote({ at: T0, ...quote });
    const held = await run("tape", "compact", at("bot"));
    expect(held).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/already being written, by another process/) as string,
    });
    writer.close();
    const before = await run("tape", "info", at("bot"));
    expect(before.stdout).toMatch(
      /not compacted; `contender tape compact .+bot'?`[^]*USDC\.eth for WETH\.eth: 1 quotes/,
    );
    const after = await run("tape", "compact", at("bot"), "--json");
    const document = JSON.parse(after.stdout) as { fingerprint: string };
    expect(document).toMatchObject({ compacted: true, quotes: [{ from: "USDC.eth", to: "WETH.eth", rows: 1 }] });
    expect(before.stdout).toContain(document.fingerprint);
  });

  test("report tokens that share no moment, and why", async () => {
    const writer = new TapeWriter(at("apart"), { source: "https://example.invalid" });
    for (let i = 0; i < 3; i++) writer.record("WETH.eth", { usd: 3_000, readAt: T0 + i * 60_000, movedAt: T0 });
    for (let i = 7; i < 9; i++) writer.record("SOL.svm", { usd: 150, readAt: T0 + i * 60_000, movedAt: T0 });
    writer.close();
    expect((await run("tape", "info", at("apart"))).stdout).toContain(
      "none: some tokens begin after others have ended",
    );
  });

  test("exit with 1 if something is wrong, and with 0 otherwise", async () => {
    await run("tape", "import", at("BTCUSDT-5m.csv"), "--out", at("sound"));
    expect(await run("tape", "check", at("sound"))).toMatchObject({
      code: 0,
      stdout: `${at("sound")}: no problem found.\n`,
    });
    const broken = await run("tape", "check", at("sound"), at("broken.csv"));
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(
      /wrong TAPE_ROW .*broken\.csv, line 2: open 9[^]*Check that the columns[^]*Errors: 1\. Notes: 0\./,
    );
    const json = await run("tape", "check", at("broken.csv"), "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ wrong: 1, findings: [{ code: "TAPE_ROW" }] });
  });

  test("name the remedy of each finding, even if two of one kind have different ones", async () => {
    const prices = [0, 2, 1, 3, 3, 4].map((i) => `${T0 + i * 60_000},5`).join("\n");
    writeFileSync(at("order.csv"), `timestamp,price\n${prices}\n`);
    expect((await run("tape", "check", at("order.csv"))).stdout).toMatch(
      /line 4: .* is earlier .*\n {2}Check why the rows .*\n.*line 6: .* occurs twice\n {2}Remove one of the two/,
    );
  });

  test("refuse a folder that is no tape", async () => {
    expect(await run("tape", "info", folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is not a tape/) as string,
    });
    expect((await run("tape", "info", at("no"), "--json")).stdout).toMatch(/TAPE_MANIFEST/);
  });
});
