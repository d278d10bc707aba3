import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeStrategies } from "../../../src/app/strategies/describe.js";
import { emptyFolder } from "../../support/empty-folder.js";

function described(params: string) {
  const folder = emptyFolder();
  mkdirSync(join(folder, "strategies"));
  const text = `import { defineStrategy, token, z } from "contender";
export default defineStrategy({
  name: "mine", summary: "Mine.", params: ${params}, schedule: "0 * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});`;
  writeFileSync(join(folder, "strategies", "mine.ts"), text);
  return describeStrategies(folder, undefined).find(({ name }) => name === "mine");
}

test("a param is shown as having a default, as required, or as optional", () => {
  const mine = described(
    "z.object({ a: z.number().min(1).describe('The first.'), b: z.int().default(3), c: z.string().optional(), t: token() })",
  );
  expect(mine?.params).toMatchObject([
    { name: "a", default: null, needed: true, expected: "a number at least 1", description: "The first." },
    { name: "b", default: "3", needed: false, expected: "a whole number" },
    { name: "c", default: null, needed: false },
    { name: "t", default: null, needed: true },
  ]);
});

test.each([
  "z.object({ at: z.coerce.date(), m: z.map(z.string(), z.number()).optional(), any: z.custom() })",
  "z.object({ get next() { return z.object({}).optional() }, f: z.array(z.number()).transform((all) => all.length) })",
  "z.object({ a: z.number() }).transform(({ a }) => ({ a, b: a }))",
])("params that JSON Schema cannot express are shown all the same: %s", (params) => {
  const mine = described(params);
  expect(mine?.error).toBeNull();
  expect(mine?.params.length).toBeGreaterThan(0);
});
