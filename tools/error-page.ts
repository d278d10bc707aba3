import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { exitCodeOf } from "../src/app/exit-codes.js";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface ErrorClass {
  readonly code: string;
  readonly name: string;
  /** The docstring, in one line. */
  readonly what: string;
  /** From the project's root. */
  readonly file: string;
}

/** Every class in src that declares a literal `code`, sorted by it. */
export function errorClasses(): ErrorClass[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files.flatMap((file) => classesOf(join(root, "src", file))).sort((a, b) => (a.code < b.code ? -1 : 1));
}

function classesOf(path: string): ErrorClass[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2023, true);
  const found: ErrorClass[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node) && node.name !== undefined)
      for (const code of codesOf(node))
        found.push({ code, name: node.name.text, what: docOf(node), file: relative(root, path) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function codesOf(node: ts.ClassDeclaration): string[] {
  return node.members.flatMap((member) =>
    ts.isPropertyDeclaration(member) &&
    member.name.getText() === "code" &&
    member.initializer !== undefined &&
    ts.isStringLiteral(member.initializer)
      ? [member.initializer.text]
      : [],
  );
}

function docOf(node: ts.ClassDeclaration): string {
  const text = ts
    .getJSDocCommentsAndTags(node)
    .map((doc) => (ts.isJSDoc(doc) ? (ts.getTextOfJSDocComment(doc.comment) ?? "") : ""))
    .join(" ");
  return text.replace(/\s+/g, " ").trim();
}

/** The page docs/reference/errors.md. */
export function errorPage(): string {
  const rows = errorClasses().map(
    ({ code, name, what, file }) =>
      `| \`${code}\` | ${what.replaceAll("|", "\\|")} | ${exitCodeOf(code)} | ${name}, \`${file}\` |`,
  );
  return `# Errors

Generated from the source by \`npm run docs\`. Every error that Contender throws on purpose is a class with a literal \`code\`. Its message says what is wrong and where, and its \`remedy\` says what to do. The exit code is that of a command that ends with this error.

| exit code | meaning |
|---|---|
| 0 | done, including the end of a competition |
| 1 | failed |
| 2 | wrong usage or config, competition not begun, or the journal is in use by another bot |
| 3 | the service is unusable: unreachable, failing, rate limits used up, unreadable answers, another dialect, unknown key, or the team does not take part. Also if the competition seems to be over but that is not certain |
| 4 | a person must act: disqualified, drawdown stop, conflict |

| code | what | exit code | class, and its file |
|---|---|---|---|
${rows.join("\n")}
`;
}
