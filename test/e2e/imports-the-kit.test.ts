import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "./bot.js";
import { run } from "./process.js";

/** A strategy with a check of itself in its file, in a folder where no package is installed. */
const project = folderWith({});
mkdirSync(join(project, "strategies"));
writeFileSync(
  join(project, "strategies/mine.ts"),
  `import { ContenderError, defineStrategy, z } from "contender";
import { decideOnce } from "contender/testing";

const mine = defineStrategy({
  name: "mine",
  summary: "For a test.",
  params: z.object({}),
  schedule: "* * * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});

function refused(): boolean {
  try {
    decideOnce(mine, { now: Number.NaN });
  } catch (error) {
    return error instanceof ContenderError;
  }
  return false;
}

export default { ...mine, summary: \`\${decideOnce(mine).decisions[0]?.reason}, one copy: \${refused()}\` };
`,
);

it("a strategy that imports the testing kit gets the loading program's own copy, as of contender", async () => {
  const { code, stdout, stderr } = await run(["strategies", "--json"], { cwd: project });
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('"nothing, one copy: true"');
});
