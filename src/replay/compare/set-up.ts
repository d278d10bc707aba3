import { canonicalJson, type JsonValue } from "../../core/json.js";
import type { RunRow, RunStrategyRow } from "../../journal/index.js";
import type { Cause, SetUpDifference } from "./report.js";

/** How a strategy was set up differently: version, params, its share; none where only one run has it. */
export function strategySetUp(first: RunStrategyRow | undefined, second: RunStrategyRow | undefined): Cause[] {
  if (first === undefined || second === undefined) return [];
  const causes: Cause[] = [];
  const params = leafDifferences(first.params, second.params);
  for (const { path, a, b } of params)
    causes.push({ kind: "params", text: `param ${path}: ${shown(a)} against ${shown(b)}`, first: a, second: b });
  if (first.version !== second.version && params.length === 0)
    causes.push({
      kind: "version",
      text: `the strategy's source: version ${first.version} against ${second.version}`,
      first: first.version,
      second: second.version,
    });
  if (first.allocation !== second.allocation)
    causes.push({
      kind: "config",
      text: `allocation ${first.allocation} against ${second.allocation}`,
      first: first.allocation,
      second: second.allocation,
    });
  return causes;
}

/** In what the two starts differ: program, seed, config, strategies. */
export function setUpDifferences(first: RunRow, second: RunRow): SetUpDifference[] {
  const found: SetUpDifference[] = [];
  const note = (what: string, a: JsonValue, b: JsonValue): void => {
    if (canonicalJson(a) !== canonicalJson(b)) found.push({ what, first: a, second: b });
  };
  note("Contender's version", first.version, second.version);
  note("seed", first.seed, second.seed);
  const names = new Set([...first.strategies, ...second.strategies].map(({ name }) => name));
  for (const name of names) {
    const [a, b] = [first, second].map(({ strategies }) => strategies.find((one) => one.name === name));
    if (a === undefined || b === undefined) note(`strategy ${name}`, a !== undefined, b !== undefined);
    for (const cause of strategySetUp(a, b))
      found.push({ what: `${name}: ${cause.kind}`, first: cause.first, second: cause.second });
  }
  for (const { path, a, b } of leafDifferences(first.config, second.config)) {
    // Said above, by strategy; the seed as it was drawn.
    if (!path.startsWith("strategies") && path !== "seed") found.push({ what: `config ${path}`, first: a, second: b });
  }
  return found;
}

/** Values of two JSON documents that differ, by their paths; what is missing is null. Lists are compared whole. */
export function leafDifferences(
  first: JsonValue,
  second: JsonValue,
  path = "",
): { path: string; a: JsonValue; b: JsonValue }[] {
  if (canonicalJson(first) === canonicalJson(second)) return [];
  if (!isObject(first) || !isObject(second)) return [{ path: path === "" ? "all" : path, a: first, b: second }];
  const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort();
  return keys.flatMap((key) =>
    leafDifferences(first[key] ?? null, second[key] ?? null, path === "" ? key : `${path}.${key}`),
  );
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in a sentence. */
export function shown(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
