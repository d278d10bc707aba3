import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { WindowsResult } from "../../src/backtest/result/result.js";
import { run } from "./run.js";
import { emptyFolder } from "../support/empty-folder.js";

const folder = emptyFolder();
const tape = join(folder, "tape");
const config = join(folder, "contender.yaml");
const configText =
  "service: { sandbox: {} }\nstrategies: [{ name: sma-cross, use: sma-cross, allocation: 1 }]\ndata: ./data\n";
const common = ["backtest", "--config", config, "--tape", tape, "--param", "interval=15m", "--house-teams"];

beforeAll(async () => {
  writeFileSync(config, configText);
  const made = await run(
    "tape",
    "synthetic",
    "--seed",
    "7",
    "--from",
    "2025-03-01",
    "--duration",
    "3d",
    "--every",
    "5m",
    "--out",
    tape,
  );
  expect(made).toMatchObject({ code: 0 });
});

describe("contender backtest --windows", () => {
  it("runs every competition of that length on the tape, and prints the spread and the rivals beaten", async () => {
    const { code, stdout } = await run(...common, "--windows", "1d", "--step", "12h", "--json");
    expect(code).toBe(0);
    const { from, windows } = JSON.parse(stdout) as { from: number; windows: WindowsResult };
    expect(windows.windows.map((window) => (window.from - from) / 43_200_000)).toEqual([0, 1, 2, 3, 4]);
    expect(windows.windows.every(({ from, to }) => to - from === 86_400_000)).toBe(true);
    expect(Object.keys(windows.ahead)).toEqual(expect.arrayContaining(["cash", "hold WETH.eth", "house-random"]));
    expect(windows.returns.worst).toBeLessThanOrEqual(windows.returns.best);
    expect(windows.worst.totalReturn).toBe(windows.returns.worst);
  });

  it("prints the spread for people, with the caveats", async () => {
    const { stdout } = await run(...common, "--windows", "36h", "--step", "1d");
    expect(stdout).toContain("2 windows of 1d12h, one every 1d:");
    expect(stdout).toMatch(/against +ended ahead +mean lead/);
    expect(stdout).toContain("- The windows overlap, up to 2 at a time");
  });

  it.each([
    [["--windows", "30d"], "No window of 30d fits into 3d", "shorter --windows"],
    [["--windows", "1d", "--step", "0d"], "The step from window to window is 0 ms", "--step 1d"],
    [["--windows", "soon"], '"soon" is not a duration', "such as 90s"],
    [["--step", "1d"], "--step needs --windows", "--windows 7d"],
    [["--windows", "6h"], "until the end, 2025-03-01T06:00:00.000Z", "with --windows a later --from"],
  ])("refuses %j before it runs anything, with exit code 2 and a remedy", async (flags, message, remedy) => {
    const data = join(folder, "empty");
    writeFileSync(config, configText.replace("./data", data));
    const { code, stdout, stderr } = await run(...common, ...flags);
    writeFileSync(config, configText);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(remedy);
    expect(existsSync(data)).toBe(false);
  });
});

describe("contender backtest --beside", () => {
  it("puts the same strategy with other params beside the run, in one report and one document", async () => {
    const report = join(folder, "report.html");
    const more = ["--report", report, "--beside", "fast=5 slow=20", "--beside", "fast=2", "--json"];
    const { code, stdout } = await run(...common, ...more);
    expect(code).toBe(0);
    const { beside } = JSON.parse(stdout) as { beside: unknown };
    expect(beside).toMatchObject([
      { name: "fast=5 slow=20", params: { fast: 5, slow: 20 }, complete: true },
      { name: "fast=2", params: { fast: 2 }, complete: true },
    ]);
    const page = readFileSync(report, "utf8");
    for (const name of ["sma-cross", "fast=5 slow=20", "fast=2"]) expect(page).toContain(name);
  });

  it.each([
    [["--beside", "fast=5"], "--beside needs --report", "--report report.html"],
    [["--report", "r.html", "--beside", "fast 5"], "--beside fast is not key=value", "Write fast=5"],
    [["--report", "r.html", "--beside", "fats=5"], "fats", "fast"],
    [["--report", "r.html", "--beside", "fast=5", "--beside", "slow=900"], "needs 900 bars of 15m", "shorter bars"],
  ])("refuses %j before it runs anything, with exit code 2 and a remedy", async (flags, message, remedy) => {
    const { code, stdout, stderr } = await run(...common, ...flags);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(remedy);
  });
});
