import { readFileSync, statSync } from "node:fs";
import { LineCounter, parseDocument, type Document, type YAMLError } from "yaml";
import { errorCode, messageOf } from "../../core/errors.js";
import { ConfigError, problemOfFile, type Problem } from "./problem.js";

/** Largest config file, bytes. Larger files are refused before they are parsed. */
const LARGEST = 1_048_576;

/** More uses of one anchor than this are an attack on memory, not a configuration. */
const MOST_ALIASES = 100;

/** A parsed config file, whose YAML nodes know their places. */
export interface ConfigSource {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
  /** What is wrong with the YAML, where its content can still be looked at (a key twice). */
  readonly problems: readonly Problem[];
}

/** Remedies for a file that is missing or empty. */
interface FileHints {
  /** The smallest valid content. */
  readonly needs: string;
  /** How to give another file. */
  readonly name: string;
}

const CONFIG_FILE: FileHints = {
  needs: "A config needs at least `service:`. See config/contender.yaml of Contender for an example.",
  name: "Give another file with --config FILE.",
};

/**
 * Reads a config file, or another YAML file that people write. Throws ConfigError where it cannot be read or is no YAML.
 */
export function readSource(file: string, hints: FileHints = CONFIG_FILE): ConfigSource {
  return parseSource(file, readText(file, hints), hints);
}

/** The same for a text at hand; `file` names it in errors. */
export function parseSource(file: string, text: string, { needs }: FileHints = CONFIG_FILE): ConfigSource {
  const whole = (problem: string, hint = ""): never => {
    throw new ConfigError(file, [problemOfFile(problem, hint)]);
  };
  if (text.trim() === "") return whole("the file is empty", needs);
  const lines = new LineCounter();
  let document: Document;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  } catch (error) {
    return whole(`cannot be parsed: ${error instanceof RangeError ? "it is nested too deeply" : messageOf(error)}`);
  }
  const bare = bareVariable(document.errors, text, lines);
  if (bare !== null) throw new ConfigError(file, [bare]);
  const problems = [...document.errors, ...document.warnings].map((error) => problemOf(error, lines));
  if (document.errors.some((error) => error.code !== "DUPLICATE_KEY")) throw new ConfigError(file, problems);
  if (document.contents === null) return whole("the file contains only comments", needs);
  return { file, document, lines, problems };
}

/** The content as plain values. Throws ConfigError if aliases expand it too much. */
export function plainOf({ file, document, problems }: ConfigSource): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    throw new ConfigError(file, [...problems, problemOfFile(messageOf(error), "Write the values themselves.")], {
      cause: error,
    });
  }
}

function readText(file: string, { name }: FileHints): string {
  const fail = (text: string, remedy: string, cause?: unknown): never => {
    throw new ConfigError(file, [problemOfFile(text, "")], { remedy, cause });
  };
  let bytes: Buffer;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return fail("is not a file", "Give the YAML file itself.");
    if (stat.size > LARGEST) return fail(`has ${stat.size} bytes`, "A config file has at most 1 MiB.");
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const missing = errorCode(error) === "ENOENT";
    return fail(
      missing ? "the file does not exist" : `cannot be read: ${messageOf(error)}`,
      missing ? name : "Check its owner and mode.",
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    return fail("is not UTF-8 text", "Save it as UTF-8.", error);
  }
}

/**
 * `{ key: ${NAME} }` without quotes, which YAML takes for a map within a map: told as what it is; null where it is not
 * that.
 */
function bareVariable(errors: readonly YAMLError[], text: string, lines: LineCounter): Problem | null {
  for (const { pos } of errors) {
    const at = pos[0] - 1;
    const [variable = ""] = /^\$\{\w+/.exec(text.slice(at, at + 100)) ?? [];
    if (variable === "") continue;
    const { line, col } = lines.linePos(at);
    const found = "a variable between { and } must be quoted";
    return { line, column: col, key: "", text: found, hint: `Write "${variable}}".` };
  }
  return null;
}

function problemOf(error: YAMLError, lines: LineCounter): Problem {
  const { line, col } = lines.linePos(error.pos[0]);
  const tab = error.code === "TAB_AS_INDENT";
  return {
    line,
    column: col,
    key: "",
    text: error.code === "DUPLICATE_KEY" ? "this key occurs twice" : error.message.replace(/\.$/, ""),
    hint: tab ? "YAML is indented by spaces." : "",
  };
}
