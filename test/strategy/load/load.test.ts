import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { expect, test } from "vitest";
import * as api from "../../../src/index.js";
import { isStrategy } from "../../../src/strategy/define.js";
import { StrategyFileError } from "../../../src/strategy/errors.js";
import { sourceFingerprint } from "../../../src/strategy/load/source.js";
import { loadStrategy } from "../../../src/strategy/load/load.js";
import { emptyFolder } from "../../support/empty-folder.js";

const folder = emptyFolder();

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const whole = (more = "", name = '"mine"'): string => `
import { defineStrategy, z } from "contender";
export default defineStrategy({
  name: ${name}, summary: "Does nothing.", params: z.object({}), schedule: "* * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
  ${more}
});`;

function refusal(path: string, timeoutMs?: number): { message: string; remedy: string } {
  try {
    loadStrategy(path, { api, ...(timeoutMs !== undefined && { timeoutMs }) });
  } catch (error) {
    expect(error).toBeInstanceOf(StrategyFileError);
    return error as StrategyFileError;
  }
  throw new Error("it was loaded");
}

test("a strategy is loaded from TypeScript in any folder, with local imports and the host's own contender", () => {
  file("helper.ts", "export const answer: number = 42;");
  const path = file("mine.ts", `import { answer } from "./helper.js";\n${whole("timezone: String(answer),")}`);
  const { definition, file: loaded } = loadStrategy(path, { api });
  expect(isStrategy(definition)).toBe(true);
  expect(definition.params).toBeInstanceOf(api.z.ZodObject);
  expect([definition.timezone, loaded]).toEqual(["42", path]);
});

test("the testing kit is the host's own too, and is loaded only for a file that imports it", () => {
  let asked = 0;
  const options = { api, testing: () => ({ kit: `kit ${++asked}` }) };
  loadStrategy(file("without.ts", whole()), options);
  expect(asked).toBe(0);
  file("uses.ts", 'export { kit } from "contender/testing";');
  const path = file("with.ts", `import { kit } from "./uses.js";\n${whole("timezone: kit,")}`);
  expect(loadStrategy(path, options).definition.timezone).toBe("kit 1");
});

test("default imports of built-in and of CommonJS modules are Node's", () => {
  file("common.cjs", "module.exports = () => 42;");
  const imports = 'import path from "node:path";\nimport answer from "./common.cjs";\n';
  const { definition } = loadStrategy(file("defaults.ts", imports + whole("timezone: path.sep + answer(),")), { api });
  expect(definition.timezone).toBe(`${sep}42`);
});

test.each(["common-strategy.cjs", "common-strategy.cts", "common-strategy.js"])(
  "a strategy in CommonJS is its module.exports: %s",
  (name) => {
    const text = whole()
      .replace(/import (.*) from "contender"/, 'const $1 = require("contender")')
      .replace("export default", "module.exports =");
    expect(loadStrategy(file(name, text), { api }).definition.name).toBe("mine");
  },
);

test("the strategies of this package are loaded in the same way", () => {
  for (const name of ["sma-cross", "rebalance", "mean-reversion"])
    expect(loadStrategy(`strategies/${name}.ts`, { api }).definition.name).toBe(name);
});

test("loading again reads the file again", () => {
  const path = file("again.ts", whole());
  const first = loadStrategy(path, { api });
  file("again.ts", whole("", '"other"'));
  const second = loadStrategy(path, { api });
  expect([first.definition.name, second.definition.name]).toEqual(["mine", "other"]);
  expect(second.source).not.toBe(first.source);
});

test("a file that changes while it is loaded is loaded again: the fingerprint is of the evaluated text", () => {
  const helper = file("written.ts", 'export const zone: string = "old";');
  const writes = `import { zone } from "./written.js";
    import { writeFileSync } from "node:fs";
    if (zone === "old") writeFileSync(${JSON.stringify(helper)}, 'export const zone: string = "new";');`;
  const path = file("writes.ts", `${writes}\n${whole("timezone: zone,")}`);
  const { definition, source } = loadStrategy(path, { api });
  expect([definition.timezone, source]).toEqual(["new", sourceFingerprint(path)]);
});

test("a file that always changes is loaded all the same", () => {
  const helper = file("counts.ts", "export const count: number = 1;");
  const writes = `import { count } from "./counts.js";
    import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(helper)}, \`export const count: number = \${count + 1};\`);`;
  const path = file("never.ts", `${writes}\n${whole("timezone: String(count),")}`);
  expect(loadStrategy(path, { api }).definition.timezone).toBe("3");
});

test("the fingerprint follows local imports, and nothing else", () => {
  file("part.ts", "export const a = 1;");
  const path = file("parted.ts", `import { a } from "./part.js"; void a;\n${whole()}`);
  const before = loadStrategy(path, { api }).source;
  expect(loadStrategy(path, { api }).source).toBe(before);
  file("unrelated.ts", "export const b = 1;");
  expect(loadStrategy(path, { api }).source).toBe(before);
  file("part.ts", "export const a = 2;");
  expect(loadStrategy(path, { api }).source).not.toBe(before);
});

test.each([
  ["require", "needed.cjs", "exports.a = %", 'const { a } = require("./needed.cjs");'],
  ["an import without an ending", "ended.cjs", "exports.a = %", 'import { a } from "./ended";'],
  ["require in a template's quotes", "quoted.cjs", "exports.a = %", "const { a } = require(`./quoted`);"],
  ["require of a folder", "common-parts/index.cjs", "exports.a = %", 'const { a } = require("./common-parts");'],
  ["an import of a folder", "module-parts/index.mts", "export const a = %", 'import { a } from "./module-parts";'],
  ["the main of a folder's package.json", "mained/src/a.cjs", "exports.a = %", 'const { a } = require("./mained");'],
  ["a main that is a folder", "nested/src/index.js", "exports.a = %", 'import { a } from "./nested";'],
  ["require of its own folder", "index.cjs", "exports.a = %", 'const { a } = require(".");'],
  ["an import of JSON without an ending", "facts.json", '{ "a": % }', 'import a from "./facts";'],
])("the fingerprint follows %s", (_what, name, text, line) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  if (name.startsWith("mained")) file("mained/package.json", '{ "main": "src/a.cjs" }');
  if (name.startsWith("nested")) file("nested/package.json", '{ "main": "./src" }');
  file(name, text.replace("%", "1"));
  const path = file("user.ts", `${line} void a;\n${whole()}`);
  const { source } = loadStrategy(path, { api });
  file(name, text.replace("%", "2"));
  expect(loadStrategy(path, { api }).source).not.toBe(source);
});

test("a missing file is named, with the one that was probably meant", () => {
  file("momentum.ts", whole());
  expect(refusal(join(folder, "momentun.ts"))).toMatchObject({
    message: expect.stringContaining("there is no such file") as string,
    remedy: "Did you mean momentum.ts?",
  });
  expect(refusal(join(folder, "nowhere", "x.ts")).message).toContain("there is no such folder");
});

test("a folder is reported as a folder, with the files that could be meant", () => {
  const inner = join(folder, "inner");
  mkdirSync(inner);
  expect(refusal(inner)).toMatchObject({ remedy: "It has no strategy files." });
  file(join("inner", "one.ts"), whole());
  file(join("inner", "notes.md"), "");
  expect(refusal(inner)).toMatchObject({
    message: `${inner}: this is a folder, not a file`,
    remedy: `Name a file in it: ${join(inner, "one.ts")}.`,
  });
});

test("a syntax error is named with file and line", () => {
  const path = file("syntax.ts", "export default {\n  a: 1,,\n};");
  expect(refusal(path).message).toMatch(/syntax\.ts:2:\d+: Unexpected token/);
  const later = file("pattern.ts", `${whole()}\nconst pattern = /(/;`);
  expect(refusal(later).message).toBe(`${later}:8: Invalid regular expression: /(/: Unterminated group`);
});

test.each([
  ["never resolves", "await new Promise(() => {});"],
  ["takes long", "await new Promise((resolve) => setTimeout(resolve, 60_000));"],
  ["rejects", "await Promise.reject(new Error('boom'));"],
  ["is part of something", "const sum = 1 + (await answer());\nasync function answer() { return 2; }"],
  ["is that of a loop", "for await (const one of []) console.log(one);"],
])("an await outside of any function that %s is reported with its line and read() as the remedy", (what, code) => {
  const name = `${what.replaceAll(" ", "-")}.ts`;
  const text = whole().replace("\nexport", `\ninterface Gone {\n  readonly a: number;\n}\n${code}\nexport`);
  const { message, remedy } = refusal(file(name, text));
  expect(message).toBe(`${join(folder, name)}:6: \`await\` stands outside of any async function`);
  expect(remedy).toContain("read()");
});

test("an await in a function that is not async is reported with its line and read() as the remedy", () => {
  const text = whole("needs() { return await 1; },");
  const { message, remedy } = refusal(file("decides.ts", text));
  expect(message).toMatch(/decides\.ts:6:\d+: `await` stands outside of any async function$/);
  expect(remedy).toContain("read()");
});

test("an await in an imported file is reported as that file's", () => {
  const helper = file("waits.ts", "\nexport const answer = await Promise.resolve(42);");
  const { message } = refusal(file("waiting.ts", `import { answer } from "./waits.js"; void answer;\n${whole()}`));
  expect(message).toContain(`${helper}:2: \`await\` stands`);
});

test.each([
  ["no-default.ts", "export const a = 1;", /no default export/, /defineStrategy/],
  ["plain.ts", "export default { name: 'x' };", /not made with defineStrategy/, /defineStrategy/],
  ["thrower.ts", "throw new Error('boom');", /thrower\.ts:1: loading it failed: boom/, /^$/],
  ["package.ts", "import x from 'no-such-package'; export default x;", /imports "no-such-package"/, /npm install/],
  ["alias.ts", "import x from '@lib/x'; export default x;", /imports "@lib\/x"/, /alias of a tsconfig, write the path/],
  ["relative.ts", "import x from './no-such.js'; export default x;", /imports "\.\/no-such\.js"/, /path/],
  [
    "misspelt.ts",
    'import { defineStrateg } from "contender"; export default defineStrateg({});',
    /exports no "defineStrateg"/,
    /Did you mean defineStrategy\?/,
  ],
  ["name.ts", whole("", '"My Strategy"'), /name must be kebab-case/, /./],
  ["summary.ts", whole("summary: ''"), /needs a summary/, /./],
  ["decide.ts", whole("decide: 1"), /needs decide/, /./],
  ["params.ts", whole("params: {}"), /params must be a zod object/, /./],
  ["old-params.ts", whole("params: { safeParse() {} }"), /its params: a schema of zod 3/, /./],
  ["old-state.ts", whole("state: { safeParse() {} }"), /its state: a schema of zod 3/, /./],
  ["schedule.ts", whole("schedule: 5"), /schedule must be a cron pattern/, /./],
  ["needs.ts", whole("needs: []"), /needs must be a function/, /./],
  ["async.ts", whole("async decide() {}"), /decide is async/, /./],
  ["async-needs.ts", whole("async needs() {}"), /needs is async/, /./],
  ["zone.ts", whole("timeZone: 'UTC'"), /a strategy has no "timeZone": did you mean timezone\?/, /./],
  ["tick.ts", whole("onTick() {}"), /a strategy has no "onTick"/, /./],
  ["read.ts", whole("read: 'x'"), /read must be/, /./],
])("%s is refused with a remedy", (name, text, message, remedy) => {
  const refused = refusal(file(name, text));
  expect(refused.message).toMatch(message);
  expect(refused.message).toContain(name);
  expect(refused.remedy).toMatch(remedy);
});

test("a file that loops endlessly is stopped", () => {
  const refused = refusal(file("loop.ts", `for (;;);\n${whole()}`), 100);
  expect(refused.message).toMatch(/loop\.ts: loading it was stopped/);
  expect(refused.remedy).toMatch(/^Look for a loop without an end .* If it imports large packages, start again/);
});
