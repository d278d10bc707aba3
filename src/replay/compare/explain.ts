import { canonicalJson, type JsonObject } from "../../core/json.js";
import { iso } from "../../core/time/utc.js";
import { factCauses } from "./facts.js";
import type { Moment } from "./moments.js";
import type { Cause, RunDifference } from "./report.js";

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

/**
 * The causes of a difference, and which facts they were found in; where there are none, it says what that means.
 *
 * @param parted when the strategy did something else in the two runs before, epoch milliseconds; undefined: it did not
 */
export function explained(
  causes: readonly Cause[],
  facts: Facts | null,
  parted?: number,
): Pick<RunDifference, "causes" | "facts"> {
  const of = facts?.of ?? "none";
  return { causes: causes.length > 0 ? causes : [unexplained(of, parted)], facts: of };
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
