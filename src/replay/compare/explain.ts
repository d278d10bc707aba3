import { canonicalJson, type JsonObject } from "../../core/json.js";
import { iso } from "../../core/time/utc.js";
import type { IntentDifference } from "./compare-intents.js";
import { factCauses } from "./facts.js";
import type { Moment } from "./moments.js";
import type { Cause, CauseKind, RunDifference } from "./report.js";

/** What both runs saw at one instant. */
export interface Facts {
  readonly first: JsonObject;
  readonly second: JsonObject;
  /** Of the tick itself, or of the nearest one before of which both journals have them. */
  readonly of: "recorded" | "nearest";
}

/** Everything that may be why a strategy did not do the same at a tick that both runs have, the likeliest first; none where nothing recorded differs. */
export function momentCauses(
  first: Moment,
  second: Moment,
  facts: Facts | null,
  others: { readonly setUp: readonly Cause[]; readonly bars: readonly Cause[] },
): readonly Cause[] {
  const { setUp, bars } = others;
  const failed = [first, second].flatMap(({ status, error }): Cause[] =>
    status === "failed" && first.error !== second.error
      ? [{ kind: "code", text: `it failed: ${error ?? ""}`, first: first.error, second: second.error }]
      : [],
  );
  const warming = warmingUp(first, second);
  if (warming !== null) return [...setUp, warming, ...bars];
  if (facts === null) return [...setUp, ...bars, ...failed];
  const decided = [first, second]
    .map(({ decisions }) => canonicalJson(decisions.map(({ decision }) => decision)))
    .join();
  return [...setUp, ...factCauses(facts.first, facts.second, bars, decided), ...failed];
}

function warmingUp(first: Moment, second: Moment): Cause | null {
  const waits = [first, second].map(({ status }) => status === "warming-up");
  if (waits[0] === waits[1]) return null;
  const text = `only the ${waits[0] === true ? "second" : "first"} run had enough bars: ${first.error ?? second.error ?? ""}`;
  return { kind: "bars", text, first: first.error, second: second.error };
}

/** What an intent's size follows from where the limits are the same. */
const SIZING: ReadonlySet<CauseKind> = new Set<CauseKind>(["config", "price", "balance", "outcome"]);

/** What may be why an intent is another one, in order: what the journal says of it, then the set-up and the facts. */
export function intentCauses(
  { causes, ofSize = [], atLast = [] }: Pick<IntentDifference, "causes" | "ofSize" | "atLast">,
  others: readonly Cause[],
): Cause[] {
  const facts = others.filter(({ kind }) => kind !== "seed");
  // Where a rule differs too, it may be that which a control said no for.
  const known = ofSize.length === 0 || facts.some(({ kind }) => kind === "rule");
  const [first, then] = [true, false].map((is) => facts.filter(({ kind }) => (!known && SIZING.has(kind)) === is));
  const seeds = others.filter(({ kind }) => kind === "seed");
  return [...causes, ...(first ?? []), ...ofSize, ...(then ?? []), ...atLast, ...seeds];
}

/**
 * The causes of a difference, and which facts they were found in; where there are none, it says what that means.
 * Chance is one only where nothing else is.
 *
 * @param parted when the strategy did something else in the two runs before, epoch milliseconds; undefined: it did not
 * @param seed that the runs drew other chance, where that may be why
 */
export function explained(
  causes: readonly Cause[],
  facts: Facts | null,
  parted?: number,
  seed: Cause | null = null,
): Pick<RunDifference, "causes" | "facts"> {
  const of = facts?.of ?? "none";
  if (causes.some(({ kind }) => kind !== "seed")) return { causes, facts: of };
  const chance = causes.length > 0 || seed === null ? causes : [seed];
  const earlier = of !== "recorded" && parted !== undefined;
  if (chance.length > 0 && !earlier) return { causes: chance, facts: of };
  return { causes: [unexplained(of, parted), ...chance], facts: of };
}

function unexplained(of: RunDifference["facts"], parted: number | undefined): Cause {
  const none = { first: null, second: null };
  if (of === "recorded") return { kind: "code", text: SAME_FACTS, ...none };
  if (parted === undefined)
    return { kind: "unknown", text: `nothing that was recorded differs, and ${NOT_KEPT}`, ...none };
  const text = `what it did at ${iso(parted)} was not the same already, and ${NOT_KEPT}`;
  return { kind: "outcome", text, ...none };
}

const SAME_FACTS =
  "the same facts and the same version, and yet something else: look for chance or time that do not come from the view";
const NOT_KEPT = "at least one journal did not keep what was seen at this tick (holds are merged)";
