import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
// The project's own rules without those that need types: these would read the whole source first.
const eslint = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked });
const rulesBroken = async (code: string, file: string): Promise<string[]> => {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: `${root}${file}` });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
};

describe("the lint of ambient time, chance and powers", () => {
  it.each([
    ["export const a = Date.now();", "no-restricted-properties"],
    ["export const a = new Date();", "no-restricted-syntax"],
    ["export const a = Math.random();", "no-restricted-properties"],
    ["export const a = performance.now();", "no-restricted-globals"],
    ["setTimeout(() => {}, 1);", "no-restricted-globals"],
    ["globalThis.setTimeout(() => {}, 1);", "no-restricted-properties"],
    ["export const a = process.hrtime();", "no-restricted-properties"],
    ["export const a = AbortSignal.timeout(1);", "no-restricted-properties"],
    ['export { setTimeout } from "node:timers/promises";', "@typescript-eslint/no-restricted-imports"],
    [
      'import { randomUUID } from "node:crypto";\nexport const a = randomUUID();',
      "@typescript-eslint/no-restricted-imports",
    ],
  ])("refuses %s outside core", async (code, rule) => {
    expect(await rulesBroken(code, "src/model/token.ts")).toContain(rule);
  });

  it.each([
    ["export const a = (x: number, y: number) => x ** y;", ["no-restricted-syntax"]],
    ["export const a = (x: number) => x ** 1.5;", ["no-restricted-syntax"]],
    ["export const a = (x: number) => Math.pow(x, 1.5);", ["no-restricted-properties"]],
    ["export const a = (x: number) => x ** 2 * 10 ** x * 2 ** x;", []],
  ])("refuses powers, whose last digits differ between versions of Node: %s", async (code, rules) => {
    expect(await rulesBroken(code, "src/metrics/cagr.ts")).toEqual(rules);
  });

  it("lets core's system clock read the machine's time", async () => {
    expect(await rulesBroken("export const a = Date.now();", "src/core/time/system-clock.ts")).toEqual([]);
  });

  it("lets hashes of node:crypto pass", async () => {
    const code = 'import { createHash } from "node:crypto";\nexport const a = createHash("sha256").digest("hex");';
    expect(await rulesBroken(code, "src/model/token.ts")).toEqual([]);
  });
});
