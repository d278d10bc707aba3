import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../cli/run.js";
import { binanceFile, hasRealData } from "../tape/real-data.js";
import { snippetsOf } from "./pages.js";
import { emptyFolder } from "../support/empty-folder.js";

const MONTH = ["--strategy", "sma-cross", "--from", "2024-03-01", "--to", "2024-04-01"];

/** What the page shows as printed, block by block. */
const shown = snippetsOf("docs/how-to/backtest.md").filter(({ language }) => language === "");
const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "" && line !== "…");

describe.skipIf(!hasRealData)("figures of docs/how-to/backtest.md (skipped without the real data)", () => {
  let folder = "";
  const contender = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await run(...args, "--config", join(folder, "contender.yaml"));
    return linesOf(stdout);
  };
  beforeAll(async () => {
    folder = emptyFolder();
    writeFileSync(join(folder, "contender.yaml"), "service: { sandbox: {} }\n");
    await contender("tape", "import", binanceFile("ETH"), "--token", "WETH.eth", "--out", join(folder, "eth"));
  });

  it("of a month are what the command prints", async () => {
    const blocks = shown.filter(({ code }) => code.includes("SLIPPAGE_EDGE"));
    expect(blocks).toHaveLength(1);
    const printed = await contender("backtest", "--tape", join(folder, "eth"), ...MONTH);
    expect(printed).toEqual(expect.arrayContaining(linesOf(blocks[0]?.code ?? "")));
  });
});
