import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { createJiti } from "jiti";
import { messageOf } from "../core/errors.js";
import { nearest } from "../core/nearest.js";
import { isStrategy, type Strategy } from "./define.js";
import { StrategyFileError, StrategyTimeoutError } from "./errors.js";
import { watchdogGuard } from "./guard.js";
import { sourceFingerprint } from "./source.js";

export interface LoadOptions {
  /** What `import … from "contender"` gives inside the file: the host's own copy of the public entry. */
  readonly api: Readonly<Record<string, unknown>>;
  /** Milliseconds of the machine that the file may take to load. Default 10,000. */
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

const SHAPE = 'Begin it with: import { defineStrategy } from "contender"; export default defineStrategy({ … });';

/**
 * Loads a strategy from a TypeScript or JavaScript file of any folder, without a build; each call
 * reads the file anew. Throws StrategyFileError, which names the file and the remedy.
 */
export function loadStrategy(file: string, options: LoadOptions): LoadedStrategy {
  const path = resolve(file);
  if (!existsSync(path) || !statSync(path).isFile()) throw notFound(path);
  const module = evaluate(path, options);
  const definition = checkedDefault(path, module);
  return { definition, file: path, source: sourceFingerprint(path) };
}

function notFound(path: string): StrategyFileError {
  const folder = dirname(path);
  if (!existsSync(folder))
    return new StrategyFileError(path, "there is no such folder", { remedy: `Create ${folder}, or correct the path.` });
  const files = readdirSync(folder).filter((name) => [".ts", ".js", ".mts", ".mjs"].includes(extname(name)));
  const near = nearest(basename(path), files);
  return new StrategyFileError(path, "there is no such file", {
    remedy:
      near === null
        ? `Its folder has ${files.length === 0 ? "no strategy files" : files.join(", ")}.`
        : `Did you mean ${near}?`,
  });
}

function evaluate(path: string, { api, timeoutMs = 10_000 }: LoadOptions): unknown {
  const jiti = createJiti(path, { virtualModules: { contender: api }, moduleCache: false, interopDefault: false });
  try {
    const source = readFileSync(path, "utf8");
    return watchdogGuard(timeoutMs)(() =>
      jiti.evalModule(source, { filename: path, ext: extname(path), async: false }),
    );
  } catch (error) {
    throw explained(path, error, api);
  }
}

function explained(path: string, error: unknown, api: LoadOptions["api"]): StrategyFileError {
  if (error instanceof StrategyTimeoutError)
    return new StrategyFileError(path, `loading it was stopped: ${error.message}`, { remedy: error.remedy });
  const text = messageOf(error);
  const parse = /^ParseError:\s*(.*?)\s*\n\s*(.*):(\d+):(\d+)/s.exec(text);
  if (parse !== null) {
    const [, what = "", where = path, line = "", column = ""] = parse;
    return new StrategyFileError(`${where}:${line}:${column}`, what, { remedy: "Correct the syntax there." });
  }
  const missing = /Cannot find module '([^']+)'/.exec(text)?.[1];
  if (missing !== undefined)
    return new StrategyFileError(path, `it imports "${missing}", which is not installed or does not exist`, {
      remedy: missing.startsWith(".")
        ? "Correct the path."
        : `Install it where the strategy is: npm install ${missing}`,
    });
  const unknown = /_contender\.(\w+)\) is not a function/.exec(text)?.[1];
  if (unknown !== undefined && !(unknown in api)) {
    const near = nearest(unknown, Object.keys(api));
    return new StrategyFileError(path, `"contender" exports no "${unknown}"`, {
      remedy: near === null ? "Correct the import." : `Did you mean ${near}?`,
    });
  }
  return new StrategyFileError(path, `loading it failed: ${text}`, { cause: error });
}

function checkedDefault(path: string, module: unknown): Strategy {
  const exports = typeof module === "object" && module !== null ? (module as Record<string, unknown>) : {};
  if (!("default" in exports)) throw new StrategyFileError(path, "it has no default export", { remedy: SHAPE });
  const value = exports["default"];
  if (!isStrategy(value))
    throw new StrategyFileError(path, "its default export was not made with defineStrategy", { remedy: SHAPE });
  const problem = misshapen(value);
  if (problem !== null)
    throw new StrategyFileError(path, problem, { remedy: "See docs/tutorial for a whole example." });
  return value;
}

/** What is wrong with a definition that types would have caught: files are loaded without a type check. */
function misshapen(definition: Strategy): string | null {
  const { name, summary, params, schedule, needs, read, decide } = definition as Partial<Strategy>;
  if (typeof name !== "string" || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return `its name must be kebab-case letters and digits, such as "sma-cross" (it is ${JSON.stringify(name)})`;
  if (typeof summary !== "string" || summary.trim() === "") return "it needs a summary, one sentence for people";
  if (typeof decide !== "function") return "it needs decide(view), a function";
  if (typeof (params as { safeParse?: unknown } | undefined)?.safeParse !== "function")
    return "its params must be a zod object: params: z.object({ … })";
  if (typeof schedule !== "string" && typeof schedule !== "function" && !isPatterns(schedule))
    return 'its schedule must be a cron pattern such as "0 * * * *", or several by name';
  if (needs !== undefined && typeof needs !== "function") return "its needs must be a function of the params";
  if (read !== undefined && typeof read !== "function") return "its read must be an async function";
  return null;
}

function isPatterns(schedule: unknown): boolean {
  return (
    typeof schedule === "object" &&
    schedule !== null &&
    Object.values(schedule).every((pattern) => typeof pattern === "string")
  );
}
