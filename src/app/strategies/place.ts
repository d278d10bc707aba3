import { readFileSync } from "node:fs";
import { StrategyConfigError, type ParamIssue } from "../../strategy/errors.js";

/** Members of a strategy that its file says, whatever the config does. */
const OF_THE_FILE: ReadonlySet<unknown> = new Set(["needs", "schedule", "state"]);

/**
 * The same error, where it is the strategy file's fault with that file and the line in its messages: for a config has no
 * place for what `needs` names, or for a default that does not exist.
 *
 * @param params as config gives them
 */
export function withFilePlaces(
  error: StrategyConfigError,
  file: string,
  params: Readonly<Record<string, unknown>>,
): StrategyConfigError {
  const lines = readFileSync(file, "utf8").split("\n");
  const issues = error.issues.map((issue) => {
    const line = lineOf(issue, lines, params);
    if (line === null) return issue;
    const stop = /[.?!]$/.test(issue.message) ? "" : ".";
    return { ...issue, message: `${issue.message}${stop} See ${file}:${line}` };
  });
  return new StrategyConfigError(error.strategy, issues, error.remedy);
}

/** Counted from 1; null where the place is in the config. */
function lineOf({ path, message }: ParamIssue, lines: readonly string[], params: object): number | null {
  const [member, param = ""] = path;
  const ofFile = OF_THE_FILE.has(member);
  if (!ofFile && !(member === "params" && !Object.hasOwn(params, param))) return null;
  const quoted = /"([^"]+)"/.exec(message)?.[1];
  const named = quoted === undefined ? -1 : lines.findIndex((line) => line.includes(quoted));
  const begins = new RegExp(`\\b${String(member)}\\b\\s*[:(]`);
  const index = named >= 0 || !ofFile ? named : lines.findIndex((line) => begins.test(line));
  return index < 0 ? null : index + 1;
}
