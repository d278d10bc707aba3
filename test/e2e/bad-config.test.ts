import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyWatch } from "../support/canary/watch.js";
import { expectTold, folderWith, HOLDS } from "./bot.js";
import { run } from "./process.js";

/** Issue "A bot competes", bad input: config files, a handful end to end; test/app/config has every field. */
const LIVE = 'service: { baseUrl: https://competition.invalid, key: "${TEAM_KEY}" }\n';
const SANDBOX = "service: { sandbox: {} }\n";
const KEY = "0123456789abcdef_fedcba9876543210";

const CASES: readonly (readonly [what: string, config: string, says: readonly RegExp[]])[] = [
  [
    "whose base URL has /api in it",
    LIVE.replace(".invalid", ".invalid/api"),
    [/contender\.yaml:1:21 {2}service\.baseUrl: .*already contains \/api/, /Write https:\/\/competition\.invalid\b/],
  ],
  [
    "whose base URL is none",
    LIVE.replace("https://competition.invalid", "nowhere"),
    [/service\.baseUrl: expected an address/],
  ],
  ["with the key in the file", LIVE.replace("${TEAM_KEY}", KEY), [/service\.key: the file contains a secret/, /\$\{/]],
  ["with a variable that is not set", LIVE.replace("TEAM_KEY", "TEAM_KEEY"), [/TEAM_KEEY/, /export TEAM_KEEY/]],
  [
    "with a wrong value",
    `${SANDBOX}risk: { cashReserve: 5% }\n`,
    [/contender\.yaml:2:22 {2}risk\.cashReserve: expected a share.*found "5%"/],
  ],
  ["with a variable without quotes", LIVE.replaceAll('"', ""), [/:1:55 {2}a variable .*Write "\$\{TEAM_KEY\}"/]],
  ["with a wrong name", `${SANDBOX}competiton: { wait: false }\n`, [/:2:1 {2}competiton: .*Did you mean competition/]],
  [
    "with a bare address",
    `${SANDBOX}tokens: { PEPE.eth: { address: 0x6982508145454Ce325dDbE47a25d4ec3d2311933 } }\n`,
    [/YAML reads the address 0x\w+ as a number\. Quote it: "0x6982508145454Ce325dDbE47a25d4ec3d2311933"/],
  ],
  ["that is no YAML", "service: { sandbox: {\n", [/contender\.yaml:\d+:\d+ /]],
  ["that is empty", "", [/contender\.yaml.*service/]],
  ["that is binary", "\u0000\u0001\u0002", [/contender\.yaml/]],
  ["with a list for everything", "- 1\n- 2\n", [/contender\.yaml.*expected a map/]],
  ["without strategies", SANDBOX, [/names no strategy/, /Add one to `strategies`/]],
  [
    "with a strategy that is not there",
    `${SANDBOX}strategies: [{ use: ./hold.ts, allocation: 0.1 }]\n`,
    [/strategies\[0\]\.use: .* does not exist.*Did you mean .*holds\.ts/],
  ],
];

describe.concurrent("a config", () => {
  it.each(CASES)("%s ends with exit code 2, its place and a remedy", async (_what, config, says) => {
    const folder = folderWith({ "contender.yaml": config, "holds.ts": HOLDS });
    if (config.includes(KEY)) keyWatch.meant(join(folder, "contender.yaml"));
    const finished = await run(["start", "--once"], { cwd: folder, env: { TEAM_KEY: KEY } });
    expectTold(finished, { code: 2, says, secret: KEY });
  });

  it("that is wrong gives one document with --json", async () => {
    const folder = folderWith({ "contender.yaml": `${SANDBOX}seeed: 3\n` });
    const { code, stdout, stderr } = await run(["start", "--json"], { cwd: folder });
    expect([code, stderr]).toEqual([2, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "CONFIG", message: expect.stringMatching(/seed/) as string },
    });
  });
});
