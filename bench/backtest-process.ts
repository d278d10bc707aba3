import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contestant, Row } from "./harness.js";
import { againstNothing, seconds } from "./startup.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist/cli/main.js");
const data = join(process.env["CONTENDER_DATA"] ?? resolve(root, "../shared/data"), "binance-spot-5m-2024");

/** The ten tokens of the real bars, by symbol; addresses of those that Contender does not know by itself. */
const TOKENS: Readonly<Record<string, readonly [name: string, address?: string]>> = {
  AAVE: ["AAVE.eth", "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9"],
  ARB: ["ARB.arbitrum", "0x912CE59144191C1204E64559FE8253a0e49E6548"],
  BTC: ["WBTC.eth"],
  ETH: ["WETH.eth"],
  LINK: ["LINK.eth", "0x514910771AF9Ca656af840dff83E8264EcF986CA"],
  MATIC: ["MATIC.eth", "0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0"],
  OP: ["OP.optimism", "0x4200000000000000000000000000000000000042"],
  PEPE: ["PEPE.eth", "0x6982508145454Ce325dDbE47a25d4ec3d2311933"],
  SOL: ["SOL.svm"],
  UNI: ["UNI.eth", "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"],
};

/** All ten, an equal part each, once a day. */
function configText(): string {
  const own = Object.values(TOKENS).filter((token): token is [string, string] => token[1] !== undefined);
  return JSON.stringify({
    service: {
      sandbox: {
        houseTeams: false,
        balances: { "USDC.eth": "20000", "USDC.arbitrum": "5000", "USDC.optimism": "5000", "USDC.svm": "5000" },
      },
    },
    tokens: Object.fromEntries(own.map(([name, address]) => [name, { address }])),
    strategies: [
      {
        use: "rebalance",
        allocation: 1,
        params: { weights: Object.fromEntries(Object.values(TOKENS).map(([name]) => [name, 0.08])), at: "0 0 * * *" },
      },
    ],
    sampling: { every: "5m" },
  });
}

/** Every round must have written the same report; the process it is compared with does nothing. Throws where one differs. */
function expectSame(known: Set<string>, report: string): void {
  known.add(createHash("sha256").update(readFileSync(report)).digest("hex"));
  rmSync(report);
  if (known.size > 1) throw new Error(`the reports of two rounds differ: ${[...known].join(" and ")}`);
}

/** Start-up, run, journal and report of the whole process, against one that does nothing. Empty where the real data is not there. */
export async function run(): Promise<Row[]> {
  if (!existsSync(data)) {
    console.error(`no real data in ${data}: the process of a backtest is not measured`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "contender-bench-"));
  try {
    const config = join(folder, "contender.yaml");
    writeFileSync(config, configText());
    const files = Object.keys(TOKENS).map((symbol) => join(data, `${symbol}USDT-5m.csv.gz`));
    const tokens = Object.values(TOKENS).flatMap(([name, address]) => [
      "--token",
      address === undefined ? name : `${name}@${address}`,
    ]);
    const tape = join(folder, "tape");
    await seconds([main, "tape", "import", ...files, ...tokens, "--out", tape, "--config", config], folder);
    const report = join(folder, "report.html");
    const args = [main, "backtest", "--config", config, "--tape", tape, "--report", report];
    const reports = new Set<string>();
    const backtest: Contestant = {
      run: async () => {
        const figure = await seconds(args, folder);
        expectSame(reports, report);
        return { figure, fingerprint: "" };
      },
    };
    return [await againstNothing(20, "contender backtest, ten tokens × 72,000 bars, with report", backtest)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
