import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "./bot.js";
import { root, run } from "./process.js";

/** A project that has a zod of its own, as Contender is built: with another copy of it inside. */
const project = folderWith({
  "mine.ts": `import { defineStrategy, token } from "contender";
import { z } from "zod";
export default defineStrategy({
  name: "mine",
  summary: "For a test.",
  params: z.object({
    parts: z.record(token(), z.number().min(0).max(1)).prefault({ WETH: 0.5 }),
    share: z.number().min(0).max(1).default(0.5).describe("Part of it."),
  }),
  schedule: "* * * * * *",
  decide: ({ params, hold }) => hold({ reason: JSON.stringify(params) }),
});
`,
  "contender.yaml": `service: { sandbox: { duration: 300d } }
strategies: [{ use: ./mine.ts, allocation: 0.5, params: { share: 0.25, parts: { SOL: 1 } } }]
`,
  "wrong.yaml": `service: { sandbox: {} }
strategies: [{ use: ./mine.ts, allocation: 0.5, params: { share: 2, shar: 1, parts: { NOPE: 1 } } }]
`,
});
symlinkSync(join(root, "node_modules"), join(project, "node_modules"), "junction");

it("a strategy may use its own zod beside contender's: its params get their defaults and are used", async () => {
  const { code, stdout, stderr } = await run(["start", "--once", "--json"], { cwd: project });
  expect(code, stdout + stderr).toBe(0);
  expect(stdout + stderr).toMatch(/\{\\*"parts\\*":\{\\*"SOL\.svm\\*":1\},\\*"share\\*":0\.25\}/);
});

it("params of its own zod are checked as those of contender's", async () => {
  const { code, stderr } = await run(["config", "check", "--config", "wrong.yaml"], { cwd: project });
  expect(code).toBe(2);
  expect(stderr).toContain("params.share: Too big: expected number to be <=1");
  expect(stderr).toContain("params.shar: there is no such param. Did you mean share?");
  expect(stderr).toContain('There is no token "NOPE"');
});
