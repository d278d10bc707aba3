import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyFolder } from "../support/empty-folder.js";

const script = fileURLToPath(new URL("../../tools/prepare.mjs", import.meta.url));
/** A build that leaves a command, and a note that it ran. */
const BUILD = "mkdir -p dist/cli && touch dist/cli/main.js built";

describe("the script that npm runs after an install", () => {
  let checkout: string;
  const has = (file: string): boolean => existsSync(join(checkout, file));
  const prepareFor = (command: string): void => {
    const file = join(checkout, "tools/prepare.mjs");
    execFileSync(process.execPath, [file], { env: { ...process.env, npm_command: command }, stdio: "ignore" });
  };

  beforeEach(() => {
    checkout = emptyFolder();
    mkdirSync(join(checkout, "tools"));
    mkdirSync(join(checkout, "node_modules/typescript"), { recursive: true });
    cpSync(script, join(checkout, "tools/prepare.mjs"));
    writeFileSync(join(checkout, "package.json"), JSON.stringify({ scripts: { build: BUILD } }));
  });

  it("builds, and links the command to the build", () => {
    prepareFor("ci");
    expect(has("built")).toBe(true);
    expect(readlinkSync(join(checkout, "node_modules/.bin/contender"))).toBe("../../dist/cli/main.js");
  });

  it("keeps an existing build under npx", () => {
    mkdirSync(join(checkout, "dist/cli"), { recursive: true });
    writeFileSync(join(checkout, "dist/cli/main.js"), "");
    prepareFor("exec");
    expect(has("built")).toBe(false);
    prepareFor("install");
    expect(has("built")).toBe(true);
  });

  it("builds under npx too if there is no build yet", () => {
    prepareFor("exec");
    expect(has("built")).toBe(true);
  });

  it("names the remedy if the build packages are missing, and keeps an existing build", () => {
    rmSync(join(checkout, "node_modules/typescript"), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(checkout, "tools/prepare.mjs")], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Contender is built .*`npm ci`.*--omit=dev.*\n$/)]);
    mkdirSync(join(checkout, "dist/cli"), { recursive: true });
    writeFileSync(join(checkout, "dist/cli/main.js"), "");
    prepareFor("ci");
    expect(has("built")).toBe(false);
    expect(has("node_modules/.bin/contender")).toBe(true);
  });
});
