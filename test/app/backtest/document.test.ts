import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf } from "../../../src/app/backtest/document.js";
import { backtest } from "../../../src/backtest/backtest.js";
import { backtestWindows } from "../../../src/backtest/windows/windows.js";
import { checkLookahead } from "../../../src/backtest/lookahead.js";
import { buyer } from "../../backtest/strategies.js";
import { HOUR, tapeOf, walk } from "../../backtest/tapes.js";
import { root } from "../../docs/pages.js";

/** The names in the first column of the table below a heading. */
function tabled(page: string, heading: string): string[] {
  const [, section = ""] = readFileSync(join(root, page), "utf8").split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const rows = own.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""));
}

test("what --json prints has the members that the page names, and no other", async () => {
  const options = { tape: tapeOf({ "WETH.eth": walk(600) }), strategies: [{ strategy: buyer }] };
  const result = await backtest(options);
  const document = documentOf({
    result,
    beside: [{ name: "cash=0.5", result }],
    windows: await backtestWindows(options, { length: 4 * HOUR, step: 4 * HOUR }),
    lookahead: await checkLookahead(options, { cuts: 1 }),
    findings: [],
  });
  expect(tabled("docs/how-to/backtest.md", "The result as data").sort()).toEqual(Object.keys(document).sort());
});
