import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** Specifiers of a file's relative imports, static ones, `import("./…")` and `require("./…")`. */
const IMPORTS = /\b(?:from|import|require)\s*\(?\s*["'`](\.{1,2}(?:\/[^"'`]*)?)["'`]/g;
const CODE = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];
const ENDINGS = ["", ...CODE, ".json"];
const INDEXES = CODE.map((ending) => `/index${ending}`);

/** The file that a specifier means, as Node finds it: by its name, by the `main` of a folder's package.json, by an index. */
function fileOf(specifier: string, from: string): string | null {
  const base = resolve(dirname(from), specifier);
  const main = mainOf(base);
  const candidates = [
    ...ENDINGS.map((ending) => base + ending),
    base.replace(/\.([mc]?)js$/, ".$1ts"),
    ...(main === null ? [] : [...ENDINGS, ...INDEXES].map((ending) => main + ending)),
    ...INDEXES.map((ending) => base + ending),
  ];
  return candidates.find((path) => existsSync(path) && statSync(path).isFile()) ?? null;
}

/** What a folder's package.json names as its `main`; null where there is none, or it cannot be read. */
function mainOf(folder: string): string | null {
  try {
    const { main } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { main?: unknown };
    return typeof main === "string" ? resolve(folder, main) : null;
  } catch {
    return null;
  }
}

function collect(file: string, texts: Map<string, string>): void {
  if (texts.has(file)) return;
  const text = readFileSync(file, "utf8");
  texts.set(file, text);
  for (const [, specifier = ""] of text.matchAll(IMPORTS)) {
    const imported = fileOf(specifier, file);
    if (imported !== null) collect(imported, texts);
  }
}

function nameFrom(file: string, path: string): string {
  return relative(dirname(file), path).split(sep).join("/");
}

/** A line of a strategy's own code. */
interface SourcePlace {
  readonly path: string;
  /** From the folder of the strategy's file. */
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The innermost line of a strategy's file, or of the local files that it imports, on an error's stack; null where there is none. */
export function placeIn(error: unknown, file: string): SourcePlace | null {
  if (!(error instanceof Error) || !existsSync(file)) return null;
  const stack: unknown = error.stack;
  // At which line a recursion finds the stack full is chance.
  if (typeof stack !== "string" || error.message === "Maximum call stack size exceeded") return null;
  const texts = new Map<string, string>();
  collect(file, texts);
  for (const frame of stack.split("\n").filter((line) => /^\s+at /.test(line)))
    for (const path of texts.keys()) {
      const begins = frame.lastIndexOf(`${path}:`);
      const line = begins < 0 ? Number.NaN : Number.parseInt(frame.slice(begins + path.length + 1), 10);
      if (line >= 1) return { path, name: nameFrom(file, path), line };
    }
  return null;
}

/**
 * A fingerprint of what a strategy does: SHA-256 over its file and the local files that it imports,
 * each with its path from the first. Packages are not part of it, be they local folders that are linked. 64 hex digits.
 */
export function sourceFingerprint(file: string): string {
  const texts = new Map<string, string>();
  collect(file, texts);
  const hash = createHash("sha256");
  const named = [...texts].map(([path, text]) => [nameFrom(file, path), text] as const);
  for (const [path, text] of named.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path}\0${text}\0`);
  return hash.digest("hex");
}
