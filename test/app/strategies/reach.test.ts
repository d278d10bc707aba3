import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkConfig } from "../../../src/app/check-config.js";
import { examine } from "../../../src/app/doctor/run.js";
import { botFolder } from "../bot-files.js";

const HOLDER = `
import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "holder",
  summary: "Holds.",
  params: z.object({ token: token("LINK.eth") }),
  schedule: "0 * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
`;

/** What the doctor finds of a strategy on LINK.eth, in the sandbox of a config. */
async function found(sandbox: string) {
  const { folder, file } = botFolder(`service: { sandbox: ${sandbox} }
tokens: { LINK.eth: { address: "0x514910771AF9Ca656af840dff83E8264EcF986CA" } }
strategies:
  - { use: ./holder.ts, allocation: 1 }
`);
  writeFileSync(join(folder, "holder.ts"), HOLDER);
  const { findings } = await examine(file);
  return { file, finding: findings.find(({ check }) => check === "strategies") };
}

it("a strategy on a token without a price in the embedded sandbox is refused before the start", async () => {
  const { file, finding } = await found("{}");
  expect(finding).toMatchObject({
    status: "fail",
    text: expect.stringMatching(/LINK\.eth can never be traded.* no prices of it \(it has WETH\.eth, /) as string,
  });
  expect(checkConfig(file).unstartable).toMatch(/strategies\[0\]\.params: LINK\.eth can never be traded/);
});

it("a strategy on a token that the sandbox's market names is right", async () => {
  const { file, finding } = await found("{ market: { synthetic: { LINK.eth: { price: 14 } } } }");
  expect(finding).toMatchObject({ status: "ok", text: "holder" });
  expect(checkConfig(file).unstartable).toBeNull();
});
