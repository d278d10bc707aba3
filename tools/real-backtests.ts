import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { dataSets, type DataSet } from "./real-backtests/markets.js";
import {
  backtestArguments,
  contender,
  importArguments,
  STRATEGIES,
  typed,
  type RunDocument,
  type StrategyName,
} from "./real-backtests/run.js";
import { detailTable, spreadTable, type TokenRuns } from "./real-backtests/tables.js";

/*
 * Backtests the three strategies on every real candle there is, over all seven-day windows, and writes what came of it
 * into README.md and docs/real-markets.md: `npm run build && npx jiti tools/real-backtests.ts`. It prints each command.
 * The data is looked for in ../shared/data, or where CONTENDER_DATA says.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const PAGES = ["README.md", "docs/real-markets.md"];

/** Imports a set of candles and runs every strategy on every token of it, two at a time. */
async function runsOf(set: DataSet, folder: string): Promise<TokenRuns[]> {
  const tape = join(folder, set.name);
  console.log(typed(importArguments(set, tape)));
  await contender(importArguments(set, tape));
  const jobs = set.candles.flatMap((candles) => STRATEGIES.map((strategy) => ({ candles, strategy })));
  const done = new Map<string, RunDocument>();
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const args = backtestArguments(set, tape, job.candles, job.strategy);
      console.log(typed(args));
      const text = await contender([...args, "--json"]);
      done.set(`${job.candles.token} ${job.strategy}`, JSON.parse(text) as RunDocument);
    }
  };
  await Promise.all([work(), work()]);
  const of = (token: string, strategy: StrategyName): RunDocument => {
    const found = done.get(`${token} ${strategy}`);
    if (found === undefined) throw new Error(`${strategy} on ${token} did not come to an end`);
    return found;
  };
  return set.candles.map(({ token }) => ({
    set,
    token,
    runs: {
      rebalance: of(token, "rebalance"),
      "sma-cross": of(token, "sma-cross"),
      "mean-reversion": of(token, "mean-reversion"),
    },
  }));
}

/** The page with each part between `<!-- NAME -->` and `<!-- end of NAME -->` replaced, formatted as the project is. */
async function withParts(page: string, parts: Readonly<Record<string, string>>): Promise<string> {
  const file = join(root, page);
  let text = readFileSync(file, "utf8");
  for (const [name, part] of Object.entries(parts))
    text = text.replace(
      new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end of ${name} -->)`),
      (_all, begin: string, end: string) => `${begin}\n\n${part}\n\n${end}`,
    );
  return prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "contender-real-"));
  try {
    const tokens: TokenRuns[] = [];
    for (const set of dataSets(process.env["CONTENDER_DATA"] ?? "../shared/data"))
      tokens.push(...(await runsOf(set, folder)));
    const parts = {
      "the spread on real candles": spreadTable(tokens),
      ...Object.fromEntries(STRATEGIES.map((name) => [`${name} on real candles`, detailTable(tokens, name)])),
    };
    for (const page of PAGES) writeFileSync(join(root, page), await withParts(page, parts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
