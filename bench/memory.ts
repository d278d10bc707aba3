import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seconds } from "./startup.js";
import { atMost, interleaved, median, type Contestant, type Row } from "./harness.js";

const ROUNDS = 3;
const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist/cli/main.js");
const script = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

/** Bars that are read again and again, and the process of a bot over its competition: neither may keep what has passed. */
export async function run(): Promise<Row[]> {
  return [
    atMost(1.1, {
      name: "memory: a strategy that looks at 1,000 bars at each of 20,000 ticks",
      baseline: "the same strategy without a look",
      ratio: await interleaved(looker("looks"), looker("idles"), ROUNDS, 0),
      rounds: ROUNDS,
    }),
    await botRow(),
  ];
}

function looker(who: "looks" | "idles"): Contestant {
  const args = ["--expose-gc", script("memory-bars"), who];
  return {
    run: async () => ({ figure: Number(execFileSync(process.execPath, args, { encoding: "utf8" })), fingerprint: "" }),
  };
}

/** Two days of a competition in a minute, with three strategies and house teams. */
const BOT = {
  service: {
    sandbox: { speed: 2880, duration: "2d", seed: "bench", market: { synthetic: {}, start: "2026-01-04T23:00:00Z" } },
  },
  strategies: [
    { use: join(root, "strategies/rebalance.ts"), allocation: 0.3, params: { band: 0.2, at: "*/15 * * * *" } },
    {
      use: join(root, "strategies/sma-cross.ts"),
      allocation: 0.3,
      params: { token: "SOL.svm", interval: "5m", fast: 5, slow: 20 },
    },
    {
      use: join(root, "strategies/mean-reversion.ts"),
      allocation: 0.3,
      params: { token: "WETH.base", interval: "5m", count: 20, enter: 1 },
    },
  ],
  sampling: { every: "5m" },
  execution: { settle: "12s" },
};
/** The probe's samples of so many seconds, six hours of the competition, do not count: caches fill. */
const WARM_UP = 8;

async function botRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "contender-bench-memory-"));
  try {
    const config = join(folder, "contender.json");
    const file = join(folder, "probe.txt");
    writeFileSync(config, JSON.stringify({ ...BOT, data: join(folder, "data") }));
    process.env["PROBE_FILE"] = file;
    await seconds(["--expose-gc", "--import", script("memory-probe"), main, "start", "--config", config], root);
    const samples = readFileSync(file, "utf8").trim().split("\n").map(Number).slice(WARM_UP);
    const third = Math.ceil(samples.length / 3);
    const [first, last] = [median(samples.slice(0, third)), median(samples.slice(-third))];
    return atMost(1.3, {
      name: `memory: a bot at the end of two days, ${(last / 1e6).toFixed(1)} MB`,
      baseline: `the same bot in its first hours, ${(first / 1e6).toFixed(1)} MB`,
      ratio: last / first,
      rounds: 1,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
