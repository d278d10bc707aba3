import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { run } from "./run.js";
import { emptyFolder } from "../support/empty-folder.js";

afterEach(() => vi.restoreAllMocks());

/** Runs `new strategy` in a folder of its own. */
async function made(config: string | null, ...given: readonly string[]): Promise<{ folder: string; stdout: string }> {
  const folder = emptyFolder();
  if (config !== null) writeFileSync(join(folder, "contender.yaml"), config);
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const { stdout } = await run("new", "strategy", "mine", ...given);
  return { folder, stdout };
}

it("without a config, the command prints one that holds the strategy", async () => {
  const { folder, stdout } = await made(null);
  const file = join(folder, "contender.yaml");
  expect(stdout).toContain(`There is no config yet. Create ${file}:\n`);
  expect(stdout).toMatch(/\nThen `npx contender start` runs it for six hours of sandbox time, which takes little more/);
  writeFileSync(
    file,
    stdout
      .split("\n")
      .filter((line) => line.startsWith("  "))
      .join("\n"),
  );
  const checked = await run("config", "check", "--config", file, "--json");
  expect(JSON.parse(checked.stdout)).toMatchObject({
    service: { sandbox: { speed: 300, duration: "6h" } },
    strategies: [{ use: "./strategies/mine.ts", allocation: 0.5 }],
  });
});

it("if the named config is missing, the command names that one in the start command", async () => {
  const { folder, stdout } = await made(null, "--config", "other.yaml");
  expect(stdout).toContain(`There is no config yet. Create ${join(folder, "other.yaml")}:\n`);
  expect(stdout).toContain("\nThen `npx contender start --config other.yaml` runs it ");
  const spaced = await made(null, "--config", "my bot.yaml");
  expect(spaced.stdout).toContain("\nThen `npx contender start --config 'my bot.yaml'` runs it ");
});

it("with a config, the command prints what to add to it", async () => {
  const { folder, stdout } = await made("service: { sandbox: {} }\n");
  expect(stdout).toBe(
    [
      `Wrote ${join(folder, "strategies", "mine.ts")}`,
      `Add it to your config, ${join(folder, "contender.yaml")}:`,
      "  strategies:",
      "    - { use: ./strategies/mine.ts, allocation: 0.5 }\n",
    ].join("\n"),
  );
});
