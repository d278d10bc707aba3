import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as api from "../../src/index.js";
import { loadStrategy } from "../../src/strategy/load/load.js";
import { detailsOf, thrownText } from "../../src/strategy/thrown.js";
import { emptyFolder } from "../support/empty-folder.js";

const folder = emptyFolder();

/** What is said of what a strategy throws whose `decide` has this body, from line 5 on. */
function saidOf(body: string, imports = ""): string {
  const file = join(folder, "mine.ts");
  writeFileSync(
    file,
    `import { defineStrategy, z } from "contender";${imports}
export default defineStrategy({
  name: "mine", summary: "Throws.", params: z.object({}), schedule: "* * * * *",
  decide(view) {
    ${body}
  },
});`,
  );
  try {
    loadStrategy(file, { api }).definition.decide({} as never);
  } catch (error) {
    return thrownText(error, file);
  }
  throw new Error("it threw nothing at all");
}

test("an error that a strategy throws is reported with the line of its file", () => {
  expect(saidOf("const now = 1;\n    return view.foo.bar + now;")).toBe(
    "Cannot read properties of undefined (reading 'bar') (mine.ts:6)",
  );
});

test("an error in an imported file is reported with that file's line, from the strategy's folder", () => {
  writeFileSync(
    join(folder, "helper.ts"),
    "export interface A {\n  a: 1;\n}\nexport const deep = (v: any) => v.foo.bar;",
  );
  expect(saidOf("return deep(view);", ' import { deep } from "./helper.js";')).toMatch(/ \(helper\.ts:4\)$/);
});

test("the depth of an endless recursion is not reported: it differs each time", () => {
  expect(saidOf("const again = (): never => again();\n    return again();")).toBe("Maximum call stack size exceeded");
});

test.each([
  ["throw null;", "it threw nothing"],
  ["throw 'a text';", "a text"],
  ["throw { code: 5 };", "it threw { code: 5 }"],
  ["throw new TypeError();", "it threw TypeError without a message (mine.ts:5)"],
  [
    "throw Object.defineProperty(new Error('x'), 'message', { get() { throw 1; } });",
    "it threw something that cannot be read",
  ],
])("%s is reported as what it is", (body, text) => {
  expect(saidOf(body)).toBe(text);
});

test("a thrown value cannot make its remedy or its stack fail", () => {
  const nasty = Object.defineProperty({}, "remedy", {
    get() {
      throw new Error("no");
    },
  });
  expect(detailsOf(nasty)).toEqual({ remedy: "", stack: "" });
  expect(detailsOf({ remedy: 5, stack: {} })).toEqual({ remedy: "", stack: "" });
});
