import { expect, it } from "vitest";
import type { Explanation } from "../../src/app/journal/explain.js";
import { explanationText } from "../../src/cli/format/explanation.js";
import { intent, NOON } from "../journal/support.js";

const NOTHING = { trade: null, decision: null, view: null, strategy: null, run: null, siblings: [], entries: [] };

const INTENT = { number: 1, run: null, intent: intent("aaaaaa"), stateAt: NOON, transitions: [] } as const;

function explained(...intents: readonly (string | null)[]): string {
  const verdicts = intents.map((of): Explanation["verdicts"][number] => ({
    ...{ number: 1, run: null, strategy: "sma", at: NOON, decision: 1, intent: of, control: "max-trade-usd" },
    ...{ verdict: "cut", code: "MAX_TRADE", reason: "halved" },
  }));
  return explanationText({ ...NOTHING, intent: { ...INTENT, state: "DROPPED" }, verdicts, outcomes: [] });
}

it("an explanation names the trade of each verdict if the decision became several trades", () => {
  const text = explained(null, "aaaaaa", "bbbbbb");
  expect(text).toMatch(/^intent +risk control/m);
  expect(text).toMatch(/^ +max-trade-usd.*\naaaaaa +max-trade-usd.*\nbbbbbb +max-trade-usd/m);
});

it("an explanation does not repeat the name of a decision's only trade", () => {
  expect(explained(null, "aaaaaa")).toMatch(/^risk control.*\nmax-trade-usd.*\nmax-trade-usd/m);
});

it.each(["UNKNOWN", "CONFLICT"] as const)(
  "an explanation of a trade that is %s has the whole command that settles it",
  (state) => {
    const text = explanationText({ ...NOTHING, intent: { ...INTENT, state }, verdicts: [], outcomes: [] });
    expect(text).toContain("`contender resolve aaaaaa --as filled --reason …` (or `--as not-executed`)");
  },
);
