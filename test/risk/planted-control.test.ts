import { beforeAll, describe, expect, it } from "vitest";
import { PlantedTree } from "../support/planted-tree.js";

/** The one file of a new control. */
const CONTROL = `import { z } from "zod";
import { isExit } from "../model/trade-risk.js";
import { APPROVED, draftUsd } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const schema = z.number().min(10).max(500);

export const smallestBuyControl = defineControl({
  name: "smallest-buy",
  key: "minBuyUsd",
  subject: "size",
  description: "The smallest buy, USD.",
  schema,
  config: schema.optional(),
  does: { entry: "refused below it", exit: "not asked" },
  codes: { SMALL_BUY: { cause: "rule" } },
  create: (usd) => ({
    name: "smallest-buy",
    assess(draft, context) {
      if (isExit(draft, context) || (draftUsd(draft, context) ?? usd) >= usd) return APPROVED;
      return { verdict: "refused", code: "SMALL_BUY", reason: "a small buy" };
    },
  }),
  examine: (usd) => (usd < 400 ? [] : [{ text: "few buys are that large", remedy: "Lower it." }]),
});
`;

/** Asks the copied tree: its command line, its library, and its generated pages. */
const PROBE = `import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { runCli } from "./src/cli/program.js";
import { backtest, ColumnJournal, defineStrategy, saveColumns, z } from "./src/index.js";
import { tapeOf, walk } from "./test/backtest/tapes.js";
import { configPage } from "./tools/config-page.js";
import { riskPage } from "./tools/risk-page.js";

async function run(...args) {
  let text = "";
  const stream = () => new PassThrough().on("data", (chunk) => (text += chunk));
  await runCli(args, { stdout: stream(), stderr: stream() });
  return text;
}
const here = (name) => join(import.meta.dirname, name);
async function withConfig(risk, ...args) {
  writeFileSync(here("probe.yaml"), "service: { sandbox: {} }\\nrisk: " + risk + "\\n");
  return run(...args, "--config", here("probe.yaml"));
}
const strategy = defineStrategy({
  name: "buyer",
  summary: "Buys for 50 dollars each hour.",
  params: z.object({}),
  schedule: "0 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ swap }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: "It is time." }),
});
const tape = tapeOf({ "WETH.eth": walk(180) });
async function backtested(minBuyUsd, dir) {
  const journal = new ColumnJournal();
  const { refusals } = await backtest({ tape, strategies: [{ strategy }], settings: { risk: { minBuyUsd } }, journal });
  await saveColumns(journal, { dir: here(dir) });
  return refusals.map(({ code }) => code);
}
export const answers = {
  schema: JSON.parse(await run("config", "schema")).properties.risk.properties.minBuyUsd,
  check: await withConfig("{ minBuyUsd: 5 }", "config", "check"),
  doctor: await withConfig("{ minBuyUsd: 450 }", "doctor"),
  option: await backtested(5, "none").catch(({ message }) => message),
  below: await backtested(40, "first"),
  above: await backtested(60, "second"),
  compared: await run("compare", here("first#last"), here("second#last")),
  config: configPage(),
  page: riskPage(here("docs/concepts/risk.md")),
};
`;

interface Answers {
  readonly schema: object;
  readonly check: string;
  readonly doctor: string;
  readonly option: string;
  readonly below: readonly string[];
  readonly above: readonly string[];
  readonly compared: string;
  readonly config: string;
  readonly page: string;
}

describe("a control that is planted in a copy of the tree, by its file and its row in CONTROLS", () => {
  let tree: PlantedTree;
  let answers: Answers;
  beforeAll(async () => {
    tree = new PlantedTree("docs/concepts/risk.md", "test/backtest/tapes.ts");
    tree.write("src/risk/smallest-buy.ts", CONTROL);
    const table = "src/risk/controls.ts";
    tree.insert(table, "import { maxSlippageControl", 'import { smallestBuyControl } from "./smallest-buy.js";\n');
    tree.insert(table, "  minimumTradeControl,\n]", "  smallestBuyControl,\n");
    answers = (await tree.ask(PROBE)) as Answers;
  });

  it("names its setting in no other file", () => {
    expect(tree.naming("minBuyUsd")).toEqual(["risk/smallest-buy.ts"]);
  });

  it("is in the schema of config files, and config is checked by it", () => {
    expect(answers.schema).toMatchObject({ description: "The smallest buy, USD.", minimum: 10, maximum: 500 });
    expect(answers.check).toMatch(/risk\.minBuyUsd.* expected a number from 10 to 500, found 5/);
  });

  it("is in what doctor says", () => {
    expect(answers.doctor).toContain("few buys are that large");
  });

  it("is an option of backtest(), checked and kept", () => {
    expect(answers.option).toBe("The option settings.risk.minBuyUsd must be a number from 10 to 500 (it is 5)");
    expect(answers.below).toEqual([]);
    expect(new Set(answers.above)).toEqual(new Set(["SMALL_BUY"]));
  });

  it("is named by compare where it was set otherwise", () => {
    expect(answers.compared).toContain("smallest-buy was set otherwise: `risk.minBuyUsd` 40 against 60");
  });

  it("is on the pages of config and of risk", () => {
    expect(answers.config).toMatch(/^\| `risk\.minBuyUsd` +\| The smallest buy, USD\. +\| number from 10 to 500 +\|/m);
    expect(answers.page).toMatch(/^\| `smallest-buy` +\| `risk\.minBuyUsd` +\| refused below it +\| not asked +\|$/m);
  });
});
