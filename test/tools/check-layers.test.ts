import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyFolder } from "../support/empty-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const check = (folder: string, floor: number) =>
  spawnSync(process.execPath, [join(root, "tools/check-layers.mjs"), folder, String(floor)], { encoding: "utf8" });

describe("check-layers", () => {
  let folder: string;
  beforeEach(() => {
    folder = emptyFolder();
    const files = {
      "src/core/clock.ts": "export const now = 1;\n",
      "src/engine/tick.ts": 'import { now } from "../core/clock.js";\nexport const tick = now;\n',
      "strategies/own.ts": "export default 1;\n",
    };
    for (const [file, text] of Object.entries(files)) plant(file, text);
  });
  const plant = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  it("passes a tree that keeps the layers", () => {
    const result = check(folder, 3);
    expect(result.stdout).toContain("3 modules, 0 violations");
    expect(result.status).toBe(0);
  });

  it("names each planted violation", () => {
    plant("src/gateway/g.ts", "export type G = 1;\n");
    plant("src/model/b.ts", 'import { a } from "./a.js";\nexport const b = () => a;\n');
    plant("src/model/a.ts", 'import { b } from "./b.js";\nexport const a = () => b;\n');
    plant("src/core/bad.ts", 'import { tick } from "../engine/tick.js";\nexport const x = tick;\n');
    plant("src/engine/bad.ts", 'import type { G } from "../gateway/g.js";\nexport type X = G;\n');
    plant("src/report/bad.ts", 'import { tick } from "../engine/tick.js";\nexport const y = tick;\n');
    plant("strategies/bad.ts", 'import { now } from "../src/core/clock.js";\nexport default now;\n');
    plant("src/tape/one/c.ts", 'import { d } from "../two/d.js";\nexport const c = () => d;\n');
    plant("src/tape/two/d.ts", "export const d = 1;\n");
    plant("src/tape/two/e.ts", 'import { f } from "../one/f.js";\nexport const e = () => f;\n');
    plant("src/tape/one/f.ts", "export const f = 1;\n");
    const result = check(folder, 3);
    expect(result.stderr).toMatch(/^layer-core: src\/core\/bad\.ts → src\/engine\/tick\.ts$/m);
    expect(result.stderr).toMatch(/^layer-engine: src\/engine\/bad\.ts → src\/gateway\/g\.ts$/m);
    expect(result.stderr).toMatch(/^layer-report: src\/report\/bad\.ts → src\/engine\/tick\.ts$/m);
    expect(result.stderr).toMatch(/^no-circles: src\/model\/[ab]\.ts → src\/model\/[ab]\.ts$/m);
    expect(result.stderr).toMatch(/^no-circles-of-folders: src\/tape\/one → src\/tape\/two$/m);
    expect(result.stderr).toMatch(/^strategies-use-the-package: strategies\/bad\.ts → src\/core\/clock\.ts$/m);
    expect(result.status).toBe(1);
  });

  it("finds words of trading in core, in code and comments, also within a name", () => {
    plant("src/core/words.ts", "/** The last quote. */\nexport const lastPrice = 1;\nexport const barrier = 2;\n");
    plant("src/model/words.ts", "/** The last quote. */\nexport const lastPrice = 1;\n");
    const result = check(folder, 3);
    const found = [...result.stderr.matchAll(/^core-words: (.*)$/gm)].map(([, one]) => one);
    expect(found).toEqual(["src/core/words.ts:1 says quote", "src/core/words.ts:2 says Price"]);
    expect(result.stdout).toContain("2 violations");
    expect(result.status).toBe(1);
  });

  it("fails when it reads fewer modules than the floor", () => {
    const result = check(folder, 4);
    expect(result.stderr).toContain("the check itself is broken");
    expect(result.status).toBe(1);
  });
});
