import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { emptyFolder } from "../support/empty-folder.js";
import { run } from "./run.js";

const folder = emptyFolder();
const [own, theirs] = [join(folder, "contender.yaml"), join(folder, "theirs.yaml")];
const evaluated = join(folder, "evaluated");

/** A strategy whose file leaves a mark as soon as it is evaluated. */
const strategy = `import { writeFileSync } from "node:fs";
import { defineStrategy, z } from "contender";
writeFileSync(${JSON.stringify(evaluated)}, "");
export default defineStrategy({
  name: "theirs",
  summary: "Buys.",
  params: z.object({}),
  schedule: "*/10 * * * *",
  decide: ({ swap }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: "Again." }),
});
`;

let runs: string[] = [];

beforeAll(async () => {
  const tape = join(folder, "tape");
  writeFileSync(join(folder, "theirs.ts"), strategy);
  writeFileSync(own, "service: { sandbox: {} }\ndata: ./own\nstrategies: [{ use: sma-cross, allocation: 0.5 }]\n");
  writeFileSync(
    theirs,
    "service: { sandbox: {} }\ndata: ./theirs\nstrategies: [{ use: ./theirs.ts, allocation: 0.5 }]\n",
  );
  const made = ["--seed", "s", "--out", tape, "--from", "2025-01-01", "--duration", "2h", "--tokens", "WETH.eth"];
  expect((await run("tape", "synthetic", ...made)).code).toBe(0);
  for (const seed of ["1", "2"]) {
    const { stdout } = await run("backtest", "--tape", tape, "--seed", seed, "--config", theirs);
    const id = /\(run (\w+)\)/.exec(stdout)?.[1] ?? "";
    runs = [...runs, `${join(folder, "theirs", "backtests", id)}#${id}`];
  }
});

beforeEach(() => rmSync(evaluated, { force: true }));

it("replay refuses a journal whose strategy file the config does not name, and does not evaluate it", async () => {
  const { code, stderr } = await run("replay", runs[0] ?? "", "--config", own);
  expect(existsSync(evaluated)).toBe(false);
  expect(code).toBe(2);
  expect(stderr).toContain(`theirs (${join(folder, "theirs.ts")})`);
  expect(stderr).toContain("--trust-recorded");
});

it("replay evaluates a recorded strategy file that the config names, or that the caller trusts", async () => {
  for (const args of [
    ["--config", theirs],
    ["--config", own, "--trust-recorded"],
  ]) {
    rmSync(evaluated, { force: true });
    const { code, stdout } = await run("replay", runs[0] ?? "", ...args);
    expect([code, stdout]).toEqual([0, expect.stringContaining("No difference.") as string]);
    expect(existsSync(evaluated)).toBe(true);
  }
});

it("compare evaluates no strategy file, whether the config names it or not", async () => {
  for (const config of [own, theirs]) {
    const { stdout } = await run("compare", ...runs, "--config", config);
    expect(stdout).not.toBe("");
    expect(existsSync(evaluated)).toBe(false);
  }
});
