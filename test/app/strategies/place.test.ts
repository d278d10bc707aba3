import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/app/check-config.js";
import { botFolder } from "../bot-files.js";

const begin = (rest: string): string => `
import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "mine",
  summary: "Is wrong somewhere.",
  ${rest}
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
`;

/** What is wrong with a config of one strategy, whose file says so. */
function problem(rest: string, entry = ""): string {
  const { folder, file } = botFolder(
    `service: { sandbox: {} }\nstrategies:\n  - use: ./mine.ts\n    allocation: 1\n${entry}`,
  );
  writeFileSync(join(folder, "mine.ts"), begin(rest));
  try {
    checkConfig(file);
  } catch (error) {
    return (error as Error).message.replaceAll(folder, "");
  }
  return "nothing";
}

const NEEDS = `params: z.object({}), schedule: "* * * * *",
  needs: () => ({ prices: ["SOL.svm",
    "WETHH.eth"] }),`;
const PARAMS = `schedule: "* * * * *",
  params: z.object({ token: token("WETTH.eth") }),`;

describe("D an error in a strategy's file is reported with its line:", () => {
  it("a token that needs names", () => {
    expect(problem(NEEDS)).toMatch(/"WETHH\.eth"\. Did you mean WETH\.eth\?.* See \/mine\.ts:8/);
  });

  it("the default of a param", () => {
    expect(problem(PARAMS)).toMatch(/There is no token "WETTH\.eth"\. Did you mean WETH\.eth\?.* See \/mine\.ts:7/);
  });

  it("an invalid schedule", () => {
    expect(problem(`params: z.object({}),\n  schedule: "every day",`)).toMatch(/schedule.*See \/mine\.ts:7/);
  });

  it("a wrong value in the config is reported with the config's line instead", () => {
    const text = problem(PARAMS, "    params: { token: WETTH.eth }\n");
    expect(text).toMatch(/contender\.yaml:5:\d+ {2}strategies\[0\]\.params\.token/);
    expect(text).not.toContain("mine.ts");
  });
});
