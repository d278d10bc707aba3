import type { Moment } from "./moments.js";
import type { Cause, RunDifference } from "./report.js";
import { factCauses } from "./facts.js";

/** Everything that may be why a strategy did not do the same at a tick that both runs have, the likeliest first; none where nothing recorded differs. */
export function momentCauses(
  first: Moment,
  second: Moment,
  setUp: readonly Cause[],
  bars: readonly Cause[],
): readonly Cause[] {
  const failed = [first, second].flatMap(({ status, error }): Cause[] =>
    status === "failed" && first.error !== second.error
      ? [{ kind: "code", text: `it failed: ${error ?? ""}`, first: first.error, second: second.error }]
      : [],
  );
  const warming = warmingUp(first, second);
  if (warming !== null) return [...setUp, warming, ...bars];
  if (first.nearest === null || second.nearest === null) return [...setUp, ...bars, ...failed];
  return [...setUp, ...factCauses(first.nearest, second.nearest, bars), ...failed];
}

function warmingUp(first: Moment, second: Moment): Cause | null {
  const waits = [first, second].map(({ status }) => status === "warming-up");
  if (waits[0] === waits[1]) return null;
  const text = `only the ${waits[0] === true ? "second" : "first"} run had enough bars: ${first.error ?? second.error ?? ""}`;
  return { kind: "bars", text, first: first.error, second: second.error };
}

/** The causes of a difference, and which facts they were found in; where there are none, it says what that means. */
export function explained(
  causes: readonly Cause[],
  first: Moment | null,
  second: Moment | null,
): Pick<RunDifference, "causes" | "facts"> {
  const facts = factsOf(first, second);
  if (causes.length > 0) return { causes, facts };
  const [kind, text] =
    facts === "recorded"
      ? ([
          "code",
          "the same facts and the same version, and yet something else: look for chance or time that do not come from the view",
        ] as const)
      : (["unknown", "no fact that was recorded differs"] as const);
  return { causes: [{ kind, text, first: null, second: null }], facts };
}

function factsOf(first: Moment | null, second: Moment | null): RunDifference["facts"] {
  if (first === null || second === null) return "none";
  if (first.view !== null && second.view !== null) return "recorded";
  return first.nearest !== null && second.nearest !== null ? "nearest" : "none";
}
