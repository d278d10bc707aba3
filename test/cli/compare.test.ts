import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunComparison } from "../../src/app/compare.js";
import { emptyFolder } from "../support/empty-folder.js";
import { run } from "./run.js";

it("two backtests of a strategy that only holds differ by its schedule, which both journals have", async () => {
  const folder = emptyFolder();
  const [config, tape] = [join(folder, "contender.yaml"), join(folder, "tape")];
  writeFileSync(config, "service: { sandbox: {} }\nstrategies: [{ use: ./idle.ts, allocation: 0.5 }]\n");
  writeFileSync(
    join(folder, "idle.ts"),
    `import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: "idle",
  summary: "Holds.",
  params: z.object({ every: z.int() }),
  schedule: ({ every }) => \`*/\${every} * * * *\`,
  timezone: "Asia/Kathmandu",
  decide: ({ hold }) => hold({ reason: "It waits." }),
});
`,
  );
  const made = ["--seed", "s", "--out", tape, "--from", "2025-01-01", "--duration", "2h", "--tokens", "WETH.eth"];
  expect((await run("tape", "synthetic", ...made)).code).toBe(0);
  const ids: string[] = [];
  for (const every of [5, 10]) {
    const { stdout } = await run("backtest", "--tape", tape, "--param", `every=${every}`, "--config", config);
    ids.push(/\(run (\w+)\)/.exec(stdout)?.[1] ?? "");
    const { stdout: runs } = await run("journal", "runs", "--run", "backtest", "--config", config, "--json");
    const schedule = { patterns: { main: `*/${every} * * * *` }, timezone: "Asia/Kathmandu" };
    expect(JSON.parse(runs)).toMatchObject({ runs: [{ strategies: [{ schedule }] }] });
  }
  const { code, stdout } = await run("compare", ...ids, "--config", config, "--json");
  const { causes, differences, setUp } = JSON.parse(stdout) as RunComparison;
  const schedules = "*/5 * * * * (Asia/Kathmandu) against */10 * * * * (Asia/Kathmandu)";
  expect([code, causes]).toEqual([1, { timing: differences.length }]);
  expect(differences.at(-1)?.causes).toMatchObject([
    { kind: "timing", text: expect.stringContaining("the same hold was decided 23 times") as string },
    { kind: "timing", text: `schedule: ${schedules}` },
    { kind: "params", text: "param every: 5 against 10" },
  ]);
  expect(setUp.map(({ what }) => what)).toEqual(["idle: param every", "idle: schedule"]);
});
