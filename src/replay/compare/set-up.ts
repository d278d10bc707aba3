import { canonicalJson, type JsonValue } from "../../core/json.js";
import type { RunRow, RunStrategyRow } from "../../journal/index.js";
import type { RunBacktest } from "../../model/journal.js";
import { scheduleText } from "../../strategy/bind/schedule.js";
import { backtestDifferences } from "./backtests.js";
import { leafDifferences, shown } from "./leaf-differences.js";
import type { Cause, CauseKind, SetUpDifference } from "./report.js";

/** How a strategy was set up differently: version, params, schedule, its share; none where only one run has it. */
export function strategySetUp(first: RunStrategyRow | undefined, second: RunStrategyRow | undefined): Cause[] {
  if (first === undefined || second === undefined) return [];
  return strategyDifferences(first, second).map(({ kind, what, first: a, second: b }) => ({
    kind,
    text: `${what}: ${shown(a)} against ${shown(b)}`,
    first: a,
    second: b,
  }));
}

function strategyDifferences(
  first: RunStrategyRow,
  second: RunStrategyRow,
): (SetUpDifference & { readonly kind: CauseKind })[] {
  const params = leafDifferences(first.params, second.params);
  const others = [
    // The params are part of what the version is a fingerprint of.
    { kind: "version", what: "version of its source", first: first.version, second: second.version },
    { kind: "timing", what: "schedule", ...schedulesOf(first, second) },
    { kind: "config", what: "allocation", first: first.allocation, second: second.allocation },
  ] as const;
  return [
    ...params.map(({ path, a, b }) => ({ kind: "params" as const, what: `param ${path}`, first: a, second: b })),
    ...others.filter((one) => one.first !== one.second && !(one.kind === "version" && params.length > 0)),
  ];
}

/** In words; the same for both where one journal does not say it. */
function schedulesOf({ schedule: a }: RunStrategyRow, { schedule: b }: RunStrategyRow) {
  const [first, second] = a === null || b === null ? ["", ""] : [scheduleText(a), scheduleText(b)];
  return { first, second };
}

/** How it was set up differently, when it was due before all else: for a difference of when it ran. */
export const timingFirst = (setUp: readonly Cause[]): Cause[] => [
  ...setUp.filter(({ kind }) => kind === "timing"),
  ...setUp.filter(({ kind }) => kind !== "timing"),
];

/** What a backtest without a config has in its place and says itself. */
const OF_BACKTESTS: ReadonlySet<string> = new Set<keyof RunBacktest>(["latency", "bars", "houseTeams"]);

/** In what the two starts differ: what backtests ran on, program, seed, strategies, config. */
export function setUpDifferences(first: RunRow, second: RunRow): SetUpDifference[] {
  const found = backtestDifferences(first, second);
  const backtests = first.backtest !== null && second.backtest !== null;
  const note = (what: string, a: JsonValue, b: JsonValue): void => {
    if (canonicalJson(a) !== canonicalJson(b)) found.push({ what, first: a, second: b });
  };
  note("Contender's version", first.version, second.version);
  note("seed", first.seed, second.seed);
  const names = new Set([...first.strategies, ...second.strategies].map(({ name }) => name));
  for (const name of names) {
    const [a, b] = [first, second].map(({ strategies }) => strategies.find((one) => one.name === name));
    if (a === undefined || b === undefined) note(`strategy ${name}`, a !== undefined, b !== undefined);
    else
      for (const { what, ...both } of strategyDifferences(a, b))
        found.push({ what: `${name}: ${what}`, first: both.first, second: both.second });
  }
  for (const { path, a, b } of leafDifferences(first.config, second.config)) {
    // Said above, by strategy; the seed as it was drawn.
    const said = path.startsWith("strategies") || path === "seed" || (backtests && OF_BACKTESTS.has(path));
    if (!said) found.push({ what: `config ${path}`, first: a, second: b });
  }
  return found;
}
