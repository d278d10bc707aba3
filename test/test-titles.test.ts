import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

/*
 * A title stands alone in a report: it is short, and begins with no word that continues another sentence. A title with
 * placeholders is judged by its source text.
 */
const LONGEST = 110;
const CONTINUES = /^(?:nor|so|and|but)\b/i;
const RUNNERS: ReadonlySet<string> = new Set(["it", "test", "describe"]);

interface Title {
  readonly place: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL(".", import.meta.url));

/** The name that a call begins with: `test` of `test.skipIf(…).each(…)(…)`. */
function runnerOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return runnerOf(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? runnerOf(callee.tag) : "";
}

/** The titles of `it`, `test` and `describe` that a file writes as texts. */
function titlesOf(name: string, source: string): Title[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest);
  const titles: Title[] = [];
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) && node.arguments.length > 1 ? node.arguments : [];
    const isTitle = title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title));
    if (isTitle && ts.isCallExpression(node) && RUNNERS.has(runnerOf(node.expression))) {
      const { line } = file.getLineAndCharacterOfPosition(title.getStart(file));
      titles.push({ place: `${name}:${line + 1}`, text: title.getText(file).slice(1, -1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** Whether a title of a file could break the rule: to read a file as TypeScript takes far longer than this look. */
const mayBreak = (source: string): boolean => /["'`](?:(?:nor|so|and|but)\b|.{111})/i.test(source);
const breaksRule = ({ text }: Title): boolean => text.length > LONGEST || CONTINUES.test(text);

test("titles of tests have at most 110 characters and begin with none of nor, so, and, but", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  const sources = files.map((name) => ({ name, source: readFileSync(join(folder, name), "utf8") }));
  expect(sources.length).toBeGreaterThan(400);
  const titles = sources.filter(({ source }) => mayBreak(source)).flatMap(({ name, source }) => titlesOf(name, source));
  expect(titles.filter(breaksRule)).toEqual([]);
});

test("a title that breaks the rule is found, also in each, skipIf and a template", () => {
  const long = "x".repeat(LONGEST + 1);
  const source = [
    `describe("a describe", () => { it("so is this", run); });`,
    `test.skipIf(none).each([1])("${long}", run);`,
    "it.each`a${1}`(`And ${title} goes on`, run);",
    `test("another one", run);`,
    `expect("${long}", run);`,
  ].join("\n");
  expect(source.split("\n").map(mayBreak)).toEqual([true, true, true, false, true]);
  const titles = titlesOf("some.test.ts", source);
  expect(titles.filter(breaksRule).map(({ place }) => place)).toEqual([1, 2, 3].map((line) => `some.test.ts:${line}`));
  expect(titles).toHaveLength(5);
});
