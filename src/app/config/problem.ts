import { ContenderError } from "../../core/errors.js";
import { printable } from "../../core/printable.js";

/** One problem of a config file. */
export interface Problem {
  /** Counted from 1; null for a problem of the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  /** The key, such as `risk.maxTradeShare`; "" for a problem of the whole file. */
  readonly key: string;
  /** What is wrong: what was expected and what was found. */
  readonly text: string;
  /** What to write instead; "" if the text says it. */
  readonly hint: string;
}

/** A problem of a file as a whole. */
export function problemOfFile(text: string, hint: string): Problem {
  return { line: null, column: null, key: "", text, hint };
}

/** Problems shown in the message. A file with more is probably not a config file. */
const MOST_SHOWN = 50;
/** Largest length of one shown problem in characters, because it may quote the file. */
const LONGEST = 2_000;

/** An invalid config file, with every problem and its place. */
export class ConfigError extends ContenderError {
  readonly code = "CONFIG";

  constructor(
    readonly file: string,
    readonly problems: readonly Problem[],
    options: { remedy?: string; cause?: unknown } = {},
  ) {
    const ordered = [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    const lines = ordered.slice(0, MOST_SHOWN).map((problem) => lineOf(file, problem));
    const more = ordered.length - lines.length;
    super([...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join("\n"), {
      remedy: "Fix it, then run `contender config check` to validate the file.",
      ...options,
    });
  }
}

function lineOf(file: string, problem: Problem): string {
  const place = problem.line === null ? file : `${file}:${problem.line}:${problem.column ?? 1}`;
  const key = problem.key === "" ? "" : `${problem.key}: `;
  const hint = problem.hint === "" ? "" : ` ${problem.hint}`;
  const end = /[.?!]$/.test(problem.text) ? "" : ".";
  // Quoted text may contain line feeds; it must not start a line.
  return printable(`${place}  ${key}${problem.text}${end}${hint}`.slice(0, LONGEST));
}
