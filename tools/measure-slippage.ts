import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { readPool } from "./slippage/pool-files.js";
import { slippageTables } from "./slippage/tables.js";

/*
 * Compares the slippage models with the executed prices of a real pool, and writes what it finds into
 * docs/concepts/slippage.md: `npx jiti tools/measure-slippage.ts`. The data is looked for in
 * ../shared/data, or where CONTENDER_DATA says.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(root, "docs/concepts/slippage.md");
const BEGIN = "<!-- measured by tools/measure-slippage.ts -->";
const END = "<!-- end of what was measured -->";

/** The page with its measured part replaced by these tables, formatted as the project is. */
export async function pageWith(tables: string, page = readFileSync(PAGE, "utf8")): Promise<string> {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the tables: ${BEGIN}`);
  const text = `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`;
  return prettier.format(text, { ...(await prettier.resolveConfig(PAGE)), filepath: PAGE });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const data = process.env["CONTENDER_DATA"] ?? join(root, "../shared/data");
  writeFileSync(PAGE, await pageWith(slippageTables(readPool(join(data, "uniswap-v3-polygon-usdc-weth-1m")))));
}
