import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Replayed } from "../../src/app/replay.js";
import { run } from "./run.js";
import { emptyFolder } from "../support/empty-folder.js";

const folder = emptyFolder();
const config = join(folder, "contender.yaml");

/** Warms up for three ticks, decides two things at the full hour, nothing at the half one, and holds. */
const strategy = (name: string, each: string): string => `
import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "${name}",
  summary: "Decides this and that.",
  params: z.object({ token: token("WETH.eth") }),
  schedule: "*/5 * * * *",
  needs: ({ token }) => ({ bars: [{ token, interval: "5m", count: 3 }] }),
  decide({ params, now, swap, hold }) {
    ${each}
    const minute = new Date(now).getUTCMinutes();
    if (minute === 30) return [];
    if (minute !== 0) return hold({ reason: "It waits." });
    const buy = { from: "USDC.eth", to: params.token, size: { usd: 20 } };
    return [swap({ ...buy, reason: "The hour." }), swap({ ...buy, reason: "The hour again." })];
  },
});
`;
const write = (name: string, each = ""): void => writeFileSync(join(folder, `${name}.ts`), strategy(name, each));

function writeBoth(): void {
  write("steady");
  write("breaks", 'if (new Date(now).getUTCHours() === 4) throw new Error("planted");');
}

beforeEach(writeBoth);
beforeAll(async () => {
  writeBoth();
  const strategies = ["steady", "breaks"].map((name) => `  - { use: ./${name}.ts, allocation: 0.4 }`);
  writeFileSync(config, ["service: { sandbox: {} }", "strategies:", ...strategies, ""].join("\n"));
  const tape = join(folder, "tape");
  const range = ["--from", "2025-01-01", "--duration", "6h", "--tokens", "WETH.eth"];
  for (const args of [
    ["tape", "synthetic", "--seed", "s", "--out", tape, ...range],
    ["backtest", "--tape", tape],
  ]) {
    const { code, stderr } = await run(...args, "--config", config);
    expect(code, stderr).toBe(0);
  }
});

async function replayed(of = config, ...options: readonly string[]) {
  const text = await run("replay", "backtest", "--config", of, ...options);
  const json = await run("replay", "backtest", "--config", of, "--json", ...options);
  const rows = [...text.stdout.matchAll(/^ +(\d+) {2}(.*)$/gm)].map(
    ([, count, what]) => [Number(count), what] as const,
  );
  const report = JSON.parse(json.stdout) as Replayed;
  return { code: text.code, text: text.stdout, rows, report };
}

it("a replay needs no config if the run is named by its journal's folder", async () => {
  const cwd = emptyFolder();
  vi.spyOn(process, "cwd").mockReturnValue(cwd);
  onTestFinished(() => void vi.restoreAllMocks());
  const [backtest = ""] = readdirSync(join(folder, ".contender", "backtests"));
  const one = `${join(folder, ".contender", "backtests", backtest)}#last`;
  expect((await run("replay", one, "--trust-recorded")).stdout).toContain("No difference");
  expect((await run("journal", "ticks", "--run", one, "--limit", "1")).stderr).toBe("");
  expect((await run("compare", one, one)).stderr).toContain("Both are run");
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe("the figures of `contender replay`", () => {
  it("add up to the ticks that the journal lists, on the terminal and in the JSON document", async () => {
    const { code, text, rows, report } = await replayed();
    const listed = await run("journal", "ticks", "--run", "backtest", "--config", config, "--json");
    const { ticks } = JSON.parse(listed.stdout) as { ticks: object[] };
    expect(text).toContain(`: ${ticks.length} ticks of single strategies.\n`);
    expect(sum(rows.map(([count]) => count))).toBe(ticks.length);
    expect(report.ticks).toBe(ticks.length);
    expect(report.replayed + sum(Object.values(report.skipped))).toBe(ticks.length);
    expect(rows).toEqual([
      [report.replayed, "replayed with the same decisions"],
      [0, "replayed with other decisions"],
      [report.skipped.warmingUp, "not replayed: the strategy was warming up"],
      [4, "not replayed: the strategy failed"],
      [report.skipped.unseen, expect.stringMatching(/^not replayed: the strategy held or decided nothing/)],
    ]);
    expect(Math.min(...rows.flatMap(([count], i) => (i === 1 ? [] : [count])))).toBeGreaterThan(0);
    expect(text).toContain(`\nReplayed decisions: ${2 * report.replayed}. `);
    expect(text).toContain(
      "\nThe run is a rehearsal (embedded sandbox, dry run or backtest); it does not count for the team.\n",
    );
    expect(report.rehearsal).toBe(true);
    expect([code, text.trimEnd().split("\n").at(-1)]).toEqual([0, "No difference."]);
  });

  it("come with the line at which a strategy fails that decided in the run", async () => {
    write("steady", 'if (new Date(now).getUTCHours() >= 3) throw new Error("planted now");');
    const { text, report } = await replayed();
    expect(report.differing).toBeGreaterThan(1);
    expect(text).toContain('\n  replayed: "planted now (steady.ts:10)"\n');
  });

  it("add up even if answers differ, and if a strategy no longer exists", async () => {
    const before = await replayed();
    write("steady", 'if (new Date(now).getUTCHours() >= 3) return hold({ reason: "Planted." });');
    rmSync(join(folder, "breaks.ts"));
    const { code, text, rows, report } = await replayed();
    expect(code).toBe(1);
    expect(report).toMatchObject({ ticks: before.report.ticks, differing: 3 });
    expect(rows[1]).toEqual([3, "replayed with other decisions"]);
    expect(rows.at(-1)).toEqual([report.skipped.missing, "not replayed: the strategy's file is missing"]);
    expect(sum(rows.map(([count]) => count))).toBe(report.ticks);
    expect(text).toContain("First difference: steady at 2025-01-01 03:00:00 (decisions)\n");
  });

  it("use the params as `decide` saw them, whatever a schema's transform would make of them", async () => {
    const params =
      'z.object({ token: token("WETH.eth"), usd: z.string().transform(Number), twice: z.number().transform((n) => 2 * n) })';
    const text = strategy("made", "")
      .replace(/z\.object\(.*\)/, params)
      .replace("usd: 20", "usd: params.usd + params.twice");
    const file = join(folder, "made.ts");
    writeFileSync(file, text);
    const given = ["--strategy", file, "--param", 'usd="7"', "--param", "twice=5"];
    const own = join(folder, "made.yaml");
    writeFileSync(own, "service: { sandbox: {} }\ndata: ./made\n");
    const { code, stderr } = await run("backtest", "--tape", join(folder, "tape"), ...given, "--config", own);
    expect(code, stderr).toBe(0);
    const { report } = await replayed(own, "--trust-recorded");
    expect(report).toMatchObject({ differing: 0, versions: [] });
    expect(report.decisions).toBeGreaterThan(0);
  });

  it("do not say that there is no difference if nothing was replayed", async () => {
    for (const name of ["steady", "breaks"]) rmSync(join(folder, `${name}.ts`));
    const { text, report } = await replayed();
    expect(report.replayed).toBe(0);
    expect(text.trimEnd().split("\n").at(-1)).toBe("Nothing was replayed.");
  });
});
