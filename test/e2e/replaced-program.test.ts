import { cpSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith, HOLDS } from "./bot.js";
import { end, root, start } from "./process.js";

it("a bot whose program is replaced while it runs completes its competition and prints the end", async () => {
  const folder = folderWith({
    "holds.ts": HOLDS,
    "contender.yaml": `service: { sandbox: { speed: 300, duration: 20m, seed: replaced } }
data: ./data
strategies: [{ use: ./holds.ts, allocation: 1 }]
`,
  });
  const program = join(folder, "program");
  mkdirSync(program);
  for (const part of ["dist", "package.json"]) cpSync(join(root, part), join(program, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(program, "node_modules"));
  const bot = start(["start"], { cwd: folder, program: join(program, "dist/cli/main.js") });
  try {
    await bot.shows(/In .*, with \$/);
    renameSync(join(program, "dist"), join(program, "gone"));
    const { code, stdout, stderr } = await bot.finished;
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain("Final standing of");
    expect(stdout).toContain("contender journal decisions --run last");
  } finally {
    await end(bot);
  }
});
