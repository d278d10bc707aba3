import { ContenderError } from "../../core/errors.js";
import { printable } from "../../core/printable.js";

/** One thing that is wrong in a config file. */
export interface Problem {
  /** 1 is the first; null where the file as a whole is meant. */
  readonly line: number | null;
  readonly column: number | null;
  /** The key, such as `risk.maxTradeShare`; "" where the file as a whole is meant. */
  readonly key: string;
  /** What is wrong: what was expected and what was found. */
  readonly text: string;
  /** What to write instead; "" where the text says it. */
  readonly hint: string;
}

/** A problem of a file as a whole. */
export function problemOfFile(text: string, hint: string): Problem {
  return { line: null, column: null, key: "", text, hint };
}

/** Problems that the message tells: a file with more of them is another kind of file. */
const MOST_SHOWN = 50;
/** Characters of one of them: it may quote what stands in the file. */
const LONGEST = 2_000;

/** A config file that cannot be used: every problem in it, each with its place. */
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
  // What it quotes may come from elsewhere: it begins no line of its own.
  return printable(`${place}  ${key}${problem.text}${end}${hint}`.slice(0, LONGEST));
}
