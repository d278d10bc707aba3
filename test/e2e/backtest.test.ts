import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openJournalReader } from "../../src/journal/index.js";
import { run } from "../cli/run.js";
import { fillDisk, mountDisk } from "../support/small-disk.js";
import { start } from "./process.js";
import { logged } from "./stage.js";
import { emptyFolder } from "../support/empty-folder.js";

const folder = emptyFolder();
const at = (name: string): string => join(folder, name);
const config = at("contender.yaml");
const backtest = (...flags: string[]) => run("backtest", "--config", config, ...flags);
const document = async (...flags: string[]) => {
  const { code, stdout } = await backtest(...flags, "--json");
  return { code, stdout, document: JSON.parse(stdout) as Record<string, unknown> };
};
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};
const strategy = (name: string, body: string, members = "", params = ""): string =>
  write(
    `${name}.ts`,
    `import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "${name}", summary: "For a test.", params: z.object({${params}}), schedule: "*/5 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }), ${members}
  decide({ hold, swap, inputs }) { ${body} },
});
`,
  );

beforeAll(async () => {
  write(
    "contender.yaml",
    "service: { sandbox: { houseTeams: false } }\nstrategies: [{ use: sma-cross, allocation: 1, params: { interval: 5m } }]\ndata: ./data\n",
  );
  const flags = ["--seed", "7", "--from", "2025-03-01", "--duration", "1d", "--every", "1m", "--out", at("tape")];
  expect(await run("tape", "synthetic", ...flags)).toMatchObject({ code: 0 });
});

describe("contender backtest", () => {
  it("reports before it runs that its journal or its report cannot be written", async () => {
    writeFileSync(at("taken"), "");
    const elsewhere = at("elsewhere.yaml");
    writeFileSync(elsewhere, `service: { sandbox: {} }\ndata: ./taken\n`);
    const flags = ["--tape", at("tape"), "--strategy", "sma-cross"];
    const journal = await run("backtest", ...flags, "--config", elsewhere);
    expect(journal).toMatchObject({ code: 2, stdout: "" });
    expect(journal.stderr).toContain("taken is not a folder");
    const report = await backtest(...flags, "--report", folder);
    expect(report).toMatchObject({ code: 2, stdout: "" });
    expect(report.stderr).toContain("is a folder, not a file");
    const below = await backtest(...flags, "--report", at("taken/out/report.html"));
    expect(below).toMatchObject({ code: 2, stdout: "" });
  });

  it("may run several times at once, even the same run: its journal is there once, and whole", async () => {
    const flags = ["--config", config, "--tape", at("tape")];
    const twin = strategy("twin", 'return hold({ reason: "Waits." })');
    const running = Array.from({ length: 6 }, () => start(["backtest", ...flags, "--strategy", twin], { cwd: folder }));
    const ended = await Promise.all(running.map(({ finished }) => finished));
    expect(ended.map(({ code, stderr }) => [code, stderr.includes("error")])).toEqual(Array(6).fill([0, false]));
    const [, journal = ""] = /^journal +(\S+) /m.exec(ended[0]?.stdout ?? "") ?? [];
    expect(existsSync(join(folder, journal, "journal.db"))).toBe(true);
    expect(readdirSync(at("data/backtests")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("keeps the earlier report if the disk is full, and reports it", async (context) => {
    mkdirSync(at("small"));
    mountDisk(context, at("small"), "size=256k");
    const report = write("small/report.html", "<!doctype html>".padEnd(10_000));
    fillDisk(at("small"));
    const { code, stdout, stderr } = await backtest("--tape", at("tape"), "--report", report);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/ENOSPC[^]*REPORT_FULL[^]*Free space/) as string,
    });
    expect(stdout).toContain("largest drawdown");
    expect(readFileSync(report, "utf8")).toHaveLength(10_000);
    expect(readdirSync(at("small"))).toEqual(["ballast", "report.html"]);
  });

  it("keeps the earlier journals, and leaves none without a run, if the disk is full", async (context) => {
    mkdirSync(at("scarce"));
    mountDisk(context, at("scarce"), "size=16m");
    const scarce = ["--config", write("scarce.yaml", "service: { sandbox: {} }\ndata: ./scarce\n")];
    const again = () =>
      run("backtest", "--tape", at("tape"), "--strategy", "sma-cross", "--param", "interval=5m", ...scarce);
    expect(await again()).toMatchObject({ code: 0 });
    const kept = readdirSync(at("scarce/backtests"));
    fillDisk(at("scarce"));
    expect(await again()).toMatchObject({ code: 1, stderr: expect.stringContaining("JOURNAL_FULL") as string });
    rmSync(at("scarce/ballast"));
    expect(readdirSync(at("scarce/backtests"))).toEqual(kept);
    expect(await run("journal", "decisions", "--run", "backtest", ...scarce)).toMatchObject({ code: 0, stderr: "" });
  });

  it("prints the standing beside rivals, and leaves a journal that every command reads", async () => {
    const { code, stdout } = await backtest("--tape", at("tape"), "--report", at("out/report.html"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^sma-cross, 2025-03-01 00:00:00 to 2025-03-02 00:00:00 UTC \(1d\)/);
    for (const line of ["this run", "hold WETH.eth", "cash", "largest drawdown", "trades"])
      expect(stdout).toContain(line);
    expect(readFileSync(at("out/report.html"), "utf8")).toMatch(/^<!doctype html>/i);
    const [, id = ""] = /\(run ([0-9a-z]{6})\)/.exec(stdout) ?? [];
    const decisions = await run("journal", "decisions", "--run", id, "--config", config, "--json");
    const { decisions: rows } = JSON.parse(decisions.stdout) as { decisions: unknown[] };
    expect(rows.length).toBeGreaterThan(10);
    const trades = await run("journal", "trades", "--run", "backtest", "--config", config, "--json");
    const [trade] = (JSON.parse(trades.stdout) as { trades: { intent: string }[] }).trades;
    const explained = await run("journal", "explain", trade?.intent ?? "", "--config", config);
    expect(explained.stderr).toBe("");
    expect(await run("replay", id, "--config", config)).toMatchObject({ code: 0 });
    const other = await backtest("--tape", at("tape"), "--seed", "8");
    expect(other.code).toBe(0);
    const compared = await run("compare", id, "backtest", "--config", config, "--json");
    expect(JSON.parse(compared.stdout)).toMatchObject({ equal: false, first: { id } });
  });

  it("prints one document, the same bytes each time, without run id, host or wall time", async () => {
    const [first, again] = [await document("--tape", at("tape")), await document("--tape", at("tape"))];
    expect(again.stdout).toBe(first.stdout);
    expect(first.document).toMatchObject({
      strategy: "sma-cross",
      params: { interval: "5m" },
      from: Date.UTC(2025, 2, 1),
      to: Date.UTC(2025, 2, 2),
      complete: true,
      initialValue: expect.closeTo(15_000, 0) as number,
      metrics: { cagr: null },
      notAvailable: { cagr: expect.stringContaining("too short") as string },
    });
    const { equity, fills, finalValue, trades } = first.document as {
      equity: [number, number][];
      fills: unknown[];
      finalValue: number;
      trades: number;
    };
    expect(equity.at(-1)).toEqual([Date.UTC(2025, 2, 2), finalValue]);
    expect(fills.length).toBe(trades);
    expect(first.stdout).not.toMatch(/\n./);
  });

  it("runs one strategy with its params over a range, whatever the config runs", async () => {
    const range = ["--from", "2025-03-01T06:00Z", "--to", "2025-03-01T18:00Z"];
    const params = ["--strategy", "mean-reversion", "--param", "interval=5m", "--param", "count=12"];
    const { document: made } = await document("--tape", at("tape"), ...range, ...params, "--latency", "250ms");
    expect(made).toMatchObject({
      strategy: "mean-reversion",
      params: { interval: "5m", count: 12 },
      from: Date.UTC(2025, 2, 1, 6),
      to: Date.UTC(2025, 2, 1, 18),
      settings: { latency: 250 },
    });
  });

  it("needs no config if tape and strategy are named", async () => {
    const here = process.cwd();
    process.chdir(mkdtempSync(at("empty-")));
    try {
      const { code } = await run("backtest", "--tape", at("tape"), "--strategy", "sma-cross", "--param", "interval=5m");
      expect(code).toBe(0);
    } finally {
      process.chdir(here);
    }
  });

  it("keeps its journal where journal and replay find it, even without a config", async () => {
    const elsewhere = mkdtempSync(join(folder, "bare-"));
    const contender = (...args: string[]) => start(args, { cwd: elsewhere }).finished;
    const nothing = await contender("journal", "decisions", "--run", "last");
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining("There is no contender.yaml") as string });
    const made = await contender("backtest", "--tape", at("tape"), "--strategy", "sma-cross", "--param", "interval=5m");
    expect(made.code, made.stderr).toBe(0);
    const [, next = ""] = /npx contender (journal decisions --run \S+)/.exec(made.stdout) ?? [];
    expect(await contender(...next.split(" "))).toMatchObject({ code: 0, stderr: "" });
    const [run = ""] = next.split(" ").slice(-1);
    expect(await contender("replay", run)).toMatchObject({ code: 0 });
  });

  it("continues after rejected promises that no code awaits, as a bot does, and reports each once", async () => {
    const buy = 'return { kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: "Buys." };';
    const read = (end: string): string =>
      `schedule: "0 * * * *", async read(_view, { venue }) {
    void venue.price("NOPE.eth").then(String)${end};
    return null;
  },`;
    const contender = (...args: string[]) => start([...args, "--config", config, "--json"], { cwd: folder }).finished;
    const ended = async (end: string) => {
      const file = strategy("left", `void Promise.reject(new Error("left"))${end}; ${buy}`, read(end));
      const { code, stdout, stderr } = await contender("backtest", "--tape", at("tape"), "--strategy", file);
      expect(code, stderr).toBe(0);
      const { remarks, ...made } = JSON.parse(stdout) as { remarks: string[]; fills: unknown[]; equity: unknown };
      // Its version is of its source.
      return { made: { ...made, strategies: [] }, told: remarks.filter((text) => /promise/.test(text)) };
    };
    const caught = await ended(".catch(() => null)");
    const left = await ended("");
    expect(left.told).toEqual([
      expect.stringMatching(
        /^46 unhandled promise rejections, the first one: There is no token "NOPE\.eth" \(left\.ts:5\)\. .*Await the promise/,
      ),
    ]);
    expect(caught.told).toEqual([]);
    expect(left.made).toEqual(caught.made);
    expect(left.made.fills.length).toBeGreaterThan(20);
    const replayed = await contender("replay", "backtest", "--trust-recorded");
    expect(replayed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/23 unhandled promise rejections.*: left \(left\.ts:8\)/) as string,
    });
  });

  it("is compared even if the strategy's file, loaded for that, leaves a rejected promise behind", async () => {
    const file = strategy("early", 'return hold({ reason: "Waits." });');
    writeFileSync(file, `void Promise.reject(new Error("early"));\n${readFileSync(file, "utf8")}`);
    const contender = (...args: string[]) => start([...args, "--config", config], { cwd: folder }).finished;
    const ids: string[] = [];
    for (const seed of ["1", "2"]) {
      const { stdout } = await contender("backtest", "--tape", at("tape"), "--strategy", file, "--seed", seed);
      ids.push(/\(run ([0-9a-z]{6})\)/.exec(stdout)?.[1] ?? "");
    }
    const compared = await contender("compare", ...ids);
    expect([compared.code, logged(compared)]).toEqual([0, ""]);
    expect(compared.stdout).toContain("No difference");
  });

  it("reports a strategy that was disabled, and one that never trades", async () => {
    const thrower = await backtest(
      "--tape",
      at("tape"),
      "--strategy",
      strategy("thrower", 'throw new Error("no idea")'),
    );
    expect(thrower.code).toBe(1);
    expect(thrower.stdout).toMatch(/^thrower was disabled at 20[\d :-]{17} UTC: no idea \(thrower\.ts:5\)$/m);
    const idle = await backtest(
      "--tape",
      at("tape"),
      "--strategy",
      strategy("idle", 'return hold({ reason: "Never." })'),
    );
    expect(idle.code).toBe(0);
    expect(idle.stdout).toMatch(/trades +0 \(0 refused/);
  });

  it("checks for look-ahead: the shipped strategy passes, one that reads a file does not", async () => {
    const short = ["--tape", at("tape"), "--to", "2025-03-01T06:00Z", "--check-lookahead"];
    const honest = await backtest(...short);
    expect(honest).toMatchObject({ code: 0, stdout: expect.stringContaining("No look-ahead:") as string });
    const body = `readFileSync(${JSON.stringify(config)}); return hold({ reason: "Looked." });`;
    const file = strategy("peeker", body);
    writeFileSync(file, `import { readFileSync } from "node:fs";\n${readFileSync(file, "utf8")}`);
    const peeker = await backtest(...short, "--strategy", file);
    expect(peeker.code).toBe(1);
    expect(peeker.stdout).toContain(`peeker opens ${config}`);
  });

  it("finds what a strategy remembers of the run before the check, and the files that it reads", async () => {
    const short = ["--tape", at("tape"), "--to", "2025-03-01T06:00Z", "--check-lookahead"];
    const checked = async (name: string, above: string, body: string) => {
      const file = strategy(name, body);
      writeFileSync(file, `${above}\n${readFileSync(file, "utf8")}`);
      const { code, stdout, document: told } = await document(...short, "--strategy", file);
      expect(code, stdout).toBe(1);
      return told["lookahead"];
    };
    const knows = "const { now } = arguments[0]; const knows = seen.has(now + 300_000); seen.add(now);";
    const remembered = await checked(
      "rememberer",
      "const seen = new Set();",
      knows + "return hold({ reason: String(knows) });",
    );
    expect(remembered).toMatchObject({
      passed: false,
      unsteady: null,
      difference: {
        whole: { decisions: [{ kind: "hold", reason: "false" }] },
        shortened: { decisions: [{ kind: "hold", reason: "true" }] },
      },
    });
    const reads = `import { readFileSync } from "node:fs"; import "./beside.js"; readFileSync(${JSON.stringify(config)});`;
    write("beside.js", "");
    const loaded = await checked("loader", reads, 'return hold({ reason: "Looked." });');
    expect(loaded).toMatchObject({ passed: false, difference: null, files: [{ by: "loader", file: config }] });
    // By functions that it has from before the check, and by one that opens it in the run before alone.
    const names = `import { readFileSync } from "node:fs"; import { createRequire } from "node:module";
      const load = createRequire(import.meta.url);`;
    const kept = at("kept.json");
    write("kept.json", "{}");
    const body = `readFileSync(${JSON.stringify(config)}, "utf8"); load(${JSON.stringify(kept)}); return hold({ reason: "Looked." });`;
    const files = [config, kept].map((file) => ({ by: "namer", file }));
    expect(await checked("namer", names, body)).toMatchObject({ passed: false, difference: null, files });
    // Data that is called as code is, read each time.
    const future = write("future.js", "1");
    const asData = `readFileSync(${JSON.stringify(future)}); return hold({ reason: "Looked." });`;
    expect(await checked("asdata", names, asData)).toMatchObject({ files: [{ by: "asdata", file: future }] });
    // One that is opened when it is loaded too, and the data of a package.
    mkdirSync(at("node_modules/prices"), { recursive: true });
    const data = write("node_modules/prices/prices.csv", "1");
    const twice = `import { readFileSync } from "node:fs"; readFileSync(${JSON.stringify(config)});`;
    const both = [config, data].map((file) => ({ by: "both", file }));
    const read = both.map(({ file }) => `readFileSync(${JSON.stringify(file)});`).join(" ");
    expect(await checked("both", twice, `${read} return hold({ reason: "Looked." });`)).toMatchObject({ files: both });
  });

  it.each([
    ["no tape yet", [], "NO_TAPE", "--tape FOLDER"],
    ["a folder that is no tape", ["--tape", folder], "TAPE_MANIFEST", ""],
    ["a range outside of it", ["--tape", at("tape"), "--from", "2024-01-01"], "BACKTEST_RANGE", "--from and --to"],
    ["seconds", ["--tape", at("tape"), "--from", "1740830400"], "USAGE", "Write 1740830400000"],
    ["a time that is none", ["--tape", at("tape"), "--to", "tomorrow"], "USAGE", "2025-01-31"],
    [
      "a token that it has not",
      ["--tape", at("tape"), "--param", "token=WETH.polygon"],
      "CONFIG|STRATEGY_CONFIG|NOT_ON_TAPE",
      "",
    ],
    ["a misspelt param", ["--tape", at("tape"), "--param", "fst=3"], "STRATEGY_CONFIG", "contender strategies"],
    ["a misspelt strategy", ["--tape", at("tape"), "--strategy", "sma-crss"], "STRATEGY_CONFIG", ""],
    ["too long a memory", ["--tape", at("tape"), "--param", "interval=4h"], "HISTORY_TOO_SHORT", "longer tape"],
    ["bars of another kind", ["--tape", at("tape"), "--bars", "best"], "USAGE", "--help|bars"],
    ["both latencies", ["--tape", at("tape"), "--latency", "1s", "--latency-of", "x"], "USAGE", "one of them"],
    ["inputs of no run", ["--tape", at("tape"), "--inputs", "zzzzzz"], "UNKNOWN_RUN", ""],
  ])("refuses %s with a remedy, and exit code 2", async (_what, flags, code, remedy) => {
    const { code: exit, stdout } = await backtest(...flags, "--json");
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; remedy: string } };
    expect(exit).toBe(2);
    expect(error.code).toMatch(new RegExp(`^(${code})$`));
    if (["BACKTEST_RANGE", "NOT_ON_TAPE"].includes(error.code)) expect(error.message).toContain(at("tape"));
    expect(error.remedy).toMatch(new RegExp(remedy));
    if (code === "STRATEGY_CONFIG") expect(error.message).toMatch(/Did you mean (fast|sma-cross)\?/);
  });

  it("refuses an external read before it starts, and an undeclared one when it connects", async () => {
    const said = strategy(
      "said",
      'return hold({ reason: "x" })',
      "external: true, inputs: z.number(), read: async () => 1,",
    );
    const external = await backtest("--tape", at("tape"), "--strategy", said, "--json");
    expect(JSON.parse(external.stdout)).toMatchObject({ error: { code: "EXTERNAL_READ" } });
    const read = 'inputs: z.number(), read: async () => (await fetch("http://127.0.0.1:59999")).status,';
    const unsaid = await backtest(
      "--tape",
      at("tape"),
      "--strategy",
      strategy("unsaid", 'return hold({ reason: "x" })', read),
      "--json",
    );
    expect(JSON.parse(unsaid.stdout)).toMatchObject({ error: { code: "NETWORK_READ" } });
  });

  it("hides its config's secrets, even in a strategy's reasons and errors", async () => {
    const read =
      "read(view, io) { if (view.now % 600_000 === 0) throw new Error(io.secrets.news); return io.secrets.news; },";
    strategy(
      "telltale",
      'return inputs === null ? hold({ reason: "?" }) : swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: `By ${inputs}.` })',
      `inputs: z.string(), ${read}`,
    );
    const entry = '{ use: ./telltale.ts, allocation: 1, secrets: { news: "${NEWS_KEY}" } }';
    const own = write("secret.yaml", `service: { sandbox: {} }\nstrategies: [${entry}]\ndata: ./data\n`);
    const flags = ["--config", own, "--tape", at("tape"), "--to", "2025-03-01T06:00Z"];
    const more = ["--windows", "3h", "--step", "1h", "--check-lookahead"];
    const run = (...args: string[]) =>
      start(["backtest", ...flags, ...args], { cwd: folder, env: { NEWS_KEY: "hush-a-secret" } }).finished;
    for (const ended of [await run(...more, "--report", at("telltale.html")), await run(...more, "--json")]) {
      expect(ended.stdout).toContain("[secret]");
      expect(ended.stdout + ended.stderr).not.toContain("hush-a-secret");
    }
    const page = readFileSync(at("telltale.html"), "utf8");
    expect(page).toContain("By [secret].");
    expect(page).not.toContain("hush-a-secret");
  });

  it("keeps its results so far at Ctrl-C, reports that, and exits with 130", async () => {
    const slow = strategy(
      "slow",
      'const until = performance.now() + 100; while (performance.now() < until); return hold({ reason: "Slow." })',
      "",
      "x: z.number().default(0)",
    );
    const more = ["--windows", "1h", "--check-lookahead", "--beside", "x=1", "--report", at("slow.html")];
    const running = start(["backtest", "--config", config, "--tape", at("tape"), "--strategy", slow, ...more], {
      cwd: folder,
    });
    await running.shows(/Backtest: \d+%/);
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.finished;
    expect(code).toBe(130);
    expect(stderr).toContain("SIGINT: saving the result so far");
    expect(stdout).toContain("It was stopped before its end.");
    expect(stdout).toMatch(/The run was stopped at 2025-03-01T/);
    for (const missing of [
      "The run was stopped before the first window of 1h was complete, so there are no window results.",
      "The run was stopped before the look-ahead check, which was skipped.",
      "The run was stopped before the runs with `x=1`, which are missing.",
    ]) {
      expect(stdout).toContain(`- ${missing}`);
      expect(readFileSync(at("slow.html"), "utf8").replace(/<\/?code>/g, "`")).toContain(missing);
    }
    const [, journal = ""] = /^journal +(\S+) /m.exec(stdout) ?? [];
    expect(existsSync(join(folder, journal, "journal.db"))).toBe(true);
  });

  it("that is stopped keeps the journal of the whole run, and reports that", async () => {
    const wait = "if (process.env.SLOW) { const until = performance.now() + 100; while (performance.now() < until); }";
    const whole = strategy("whole", `${wait} return hold({ reason: "Waits." })`);
    const args = ["backtest", "--config", config, "--tape", at("tape"), "--strategy", whole];
    const [, run = ""] = /\(run (\w+)\)/.exec((await start(args, { cwd: folder }).finished).stdout) ?? [];
    const slow = start(args, { cwd: folder, env: { SLOW: "1" } });
    await slow.shows(/Backtest: \d+%/);
    slow.child.kill("SIGINT");
    const { code, stdout } = await slow.finished;
    expect([code, stdout]).toEqual([130, expect.stringContaining("Its journal is from an earlier, longer run")]);
    const reader = openJournalReader(at(`data/backtests/${run}`));
    expect(reader.runs()).toMatchObject([{ id: run, ending: { text: "The competition is over" } }]);
    reader.close();
  });
});
