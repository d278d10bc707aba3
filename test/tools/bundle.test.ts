import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "../e2e/process.js";

/** As docs/decisions/0019 names them. */
const JOINED = ["commander", "hyparquet", "yaml", "zod"];
const dist = join(root, "dist");
const read = (file: string): string => readFileSync(join(dist, file), "utf8");

it("joined packages are imported nowhere, and all others still are", () => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const imports = files.flatMap((file) => [...read(file).matchAll(/^import .*"([^"]+)";$/gm)]);
  const imported = new Set(imports.map(([, name]) => name));
  expect(imported).toContain("decimal.js");
  expect(JOINED.filter((name) => imported.has(name))).toEqual([]);
});

it("licences of joined packages lie beside the bundle, each with its version", () => {
  const licences = read("LICENSES.txt");
  for (const name of JOINED) {
    const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
      version: string;
    };
    expect(licences).toContain(`${name} ${version}\n`);
  }
  expect(licences.match(/THE SOFTWARE IS PROVIDED .AS IS./g)).toHaveLength(JOINED.length);
});

it("the command line is executable after every build: `npx contender` is a link to it", () => {
  expect(() => accessSync(join(dist, "cli/main.js"), constants.X_OK)).not.toThrow();
});

it("an editor shows what each function of the package is for: its type has the docstring", () => {
  const options = { module: ts.ModuleKind.NodeNext, strict: true, skipLibCheck: true, types: [] };
  const program = ts.createProgram([join(dist, "index.d.ts")], options);
  const types = program.getTypeChecker();
  const entry = types.getSymbolAtLocation(program.getSourceFile(join(dist, "index.d.ts")) as ts.SourceFile);
  const functions = types
    .getExportsOfModule(entry as ts.Symbol)
    .map((own) => (own.flags & ts.SymbolFlags.Alias ? types.getAliasedSymbol(own) : own))
    .filter((own) => own.flags & ts.SymbolFlags.Value && types.getTypeOfSymbol(own).getCallSignatures().length > 0);
  const names = functions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["sharpe", "cagr", "openTape", "saveColumns", "summariseWindows"]));
  const text = (own: ts.Symbol): string => ts.displayPartsToString(own.getDocumentationComment(types));
  expect(functions.filter((own) => /^$|: see `/.test(text(own))).map(({ name }) => name)).toEqual([]);
});
