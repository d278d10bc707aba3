import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const check = (folder: string, floor: number) =>
  spawnSync(process.execPath, [join(root, "tools/check-layers.mjs"), folder, String(floor)], { encoding: "utf8" });

describe("check-layers", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "layers-"));
    const files = {
      "src/core/clock.ts": "export const now = 1;\n",
      "src/engine/tick.ts": 'import { now } from "../core/clock.js";\nexport const tick = now;\n',
      "strategies/own.ts": "export default 1;\n",
    };
    for (const [file, text] of Object.entries(files)) plant(file, text);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const plant = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  it("passes a tree that keeps to the layers", () => {
    const result = check(folder, 3);
    expect(result.stdout).toContain("3 modules, 0 violations");
    expect(result.status).toBe(0);
  });

  it.each([
    ["src/core/bad.ts", 'import { tick } from "../engine/tick.js";\nexport const x = tick;\n', "layer-core"],
    ["src/engine/bad.ts", 'import type { G } from "../gateway/g.js";\nexport type X = G;\n', "layer-engine"],
    ["src/model/a.ts", 'import { b } from "./b.js";\nexport const a = () => b;\n', "no-circles"],
    [
      "strategies/bad.ts",
      'import { now } from "../src/core/clock.js";\nexport default now;\n',
      "strategies-use-the-package",
    ],
  ])("names a violation planted in %s", (file, text, rule) => {
    plant("src/gateway/g.ts", "export type G = 1;\n");
    plant("src/model/b.ts", 'import { a } from "./a.js";\nexport const b = () => a;\n');
    plant(file, text);
    const result = check(folder, 3);
    expect(result.stderr).toContain(rule);
    expect(result.status).toBe(1);
  });

  it("fails when it reads fewer modules than the floor", () => {
    const result = check(folder, 4);
    expect(result.stderr).toContain("the check itself is broken");
    expect(result.status).toBe(1);
  });

  it("finds no violation in this project", () => {
    const output = execFileSync(process.execPath, [join(root, "tools/check-layers.mjs")], { encoding: "utf8" });
    expect(output).toMatch(/ 0 violations/);
  });
});
