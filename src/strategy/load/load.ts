import { existsSync, readFileSync, statSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, resolve, join } from "node:path";
import { isStrategy, type Strategy } from "../define.js";
import { StrategyFileError } from "../errors.js";
import { watchdogGuard } from "../guard.js";
import { loadFailure, notFound } from "./load-problems.js";
import { shapeProblem } from "../shape.js";
import { sourceFingerprint } from "./source.js";
import { homedir } from "node:os";
import type * as jitiPackage from "jiti";

/** Bits of a folder's mode that let others write into it. */
const OTHERS_WRITE = 0o022;

/**
 * A folder of the user's own that keeps what strategy files were transpiled to; false where there can be none. In the
 * system's folder for temporary files, which all share, anybody could put code that the bot would run.
 */
export function transpileCache(home?: string): string | false {
  try {
    // Throws for a user who is a number alone, as in a container, and has no home.
    const folder = join(home ?? homedir(), ".cache", "contender", "strategies");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    const ours = process.getuid === undefined || uid === process.getuid();
    return ours && (mode & OTHERS_WRITE) === 0 ? folder : false;
  } catch {
    return false;
  }
}

interface LoadOptions {
  /** What `import … from "contender"` gives inside the file: the host's own copy of the public entry. */
  readonly api: Readonly<Record<string, unknown>>;
  /** What `import … from "contender/testing"` gives; asked for only where a file imports it. */
  readonly testing?: () => Readonly<Record<string, unknown>>;
  /** Milliseconds of the machine that the file may take to load, its packages with it. Default 30,000. */
  readonly timeoutMs?: number;
}

/** A strategy with where it came from. */
export interface LoadedStrategy {
  readonly definition: Strategy;
  /** Absolute path. */
  readonly file: string;
  /** Fingerprint of the source text and its local imports. */
  readonly source: string;
}

/** After so many times a file that is written anew each time that it is loaded is taken as it is. */
const TRIES = 3;

const SHAPE = 'Begin it with: import { defineStrategy } from "contender"; export default defineStrategy({ … });';

/**
 * Loads a strategy from a TypeScript or JavaScript file of any folder, without a build; each call
 * reads the file anew. Throws StrategyFileError, which names the file and the remedy.
 */
export function loadStrategy(file: string, options: LoadOptions): LoadedStrategy {
  const path = resolve(file);
  if (!existsSync(path) || !statSync(path).isFile()) throw notFound(path);
  for (let tries = 1; ; tries++) {
    const { module, source } = evaluate(path, options);
    const definition = checkedDefault(path, module);
    // One that was written anew meanwhile would go by the name of what it is not.
    if (tries === TRIES || sourceFingerprint(path) === source) return { definition, file: path, source };
  }
}

/** The module, and the fingerprint of its source from just before. */
function evaluate(
  path: string,
  { api, testing, timeoutMs = 30_000 }: LoadOptions,
): { module: unknown; source: string } {
  // Imported, Node would read its code once more for the names that it exports: that takes as long as the rest of a start.
  const { createJiti } = createRequire(import.meta.url)("jiti") as typeof jitiPackage;
  const virtualModules: Record<string, unknown> = { contender: api };
  // Found beside the file, the kit would be transpiled, seconds long, into a second copy of the engine.
  if (testing !== undefined) Object.defineProperty(virtualModules, "contender/testing", { get: testing });
  // Interop: without it `import http from "node:http"`, of a built-in module or any other that is CommonJS, is undefined.
  const jiti = createJiti(path, {
    virtualModules,
    moduleCache: false,
    interopDefault: true,
    fsCache: transpileCache(),
  });
  try {
    const text = readFileSync(path, "utf8");
    const source = sourceFingerprint(path);
    const module: unknown = watchdogGuard(timeoutMs)(() =>
      jiti.evalModule(text, { filename: path, ext: extname(path), async: false }),
    );
    return { module, source };
  } catch (error) {
    throw loadFailure(path, error, api);
  }
}

function checkedDefault(path: string, module: unknown): Strategy {
  const exports = typeof module === "object" && module !== null ? (module as Record<string, unknown>) : {};
  // CommonJS has no default: there the strategy is the module.
  if (!("default" in exports) && !isStrategy(module))
    throw new StrategyFileError(path, "it has no default export", { remedy: SHAPE });
  const value = "default" in exports ? exports["default"] : module;
  if (!isStrategy(value))
    throw new StrategyFileError(path, "its default export was not made with defineStrategy", { remedy: SHAPE });
  const problem = shapeProblem(value);
  if (problem !== null)
    throw new StrategyFileError(path, problem, { remedy: "See docs/tutorial.md for a whole example." });
  return value;
}
