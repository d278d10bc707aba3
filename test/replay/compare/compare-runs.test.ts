import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { Decision } from "../../../src/model/decision.js";
import type { Intent } from "../../../src/model/intent.js";
import type { IntentStep } from "../../../src/model/journal.js";
import { CAUSES, compareRuns, type CauseKind, type RunComparison } from "../../../src/replay/index.js";
import type { RunBars } from "../../../src/model/journal.js";
import { BACKTEST } from "../../journal/support.js";
import { at, MINUTE, recorded, TICKS, TRADES_AT, type Planted } from "./recorded-run.js";

/** The decision that a planted fact changes: without one, another fact is no difference of the run. */
const OTHER: Decision = { kind: "hold", reason: "planted" };
const deciding = (tick: number): Pick<Planted, "decisions"> => ({
  decisions: (i, usual) => (i === tick ? [OTHER] : usual),
});
const seeing = (tick: number, change: NonNullable<Planted["view"]>): Planted => ({
  ...deciding(tick),
  view: (i, view) => (i === tick ? change(i, view) : view),
});
const ending = (code: string, to: "REJECTED" | "DROPPED" = "REJECTED"): Planted => ({
  end: ({ intent, at: then, from }) => ({ intent, at: then, from, to, detail: { code, reason: "planted" } }),
});

const lessFilled = (step: IntentStep): IntentStep =>
  step.trade === undefined ? step : { ...step, trade: { ...step.trade, toAmount: new Decimal("0.0499") } };

interface Plant {
  readonly planted: Planted;
  /** The run that it is compared with; absent: the usual one. */
  readonly usual?: Planted;
  readonly kind: CauseKind;
  /** Of what it says. */
  readonly says: RegExp;
  readonly at?: number;
}

const PLANTS: Readonly<Record<string, Plant>> = {
  "another price": {
    planted: seeing(3, (_i, view) => ({
      ...view,
      prices: { "WETH.eth": { usd: 1_999, readAt: at(3) + 4, movedAt: at(3) } },
    })),
    ...{ kind: "price", says: /price of WETH\.eth: 2003 \(read 2025-04-01T12:03:00\.003Z.* against 1999/, at: at(3) },
  },
  "another bar": {
    planted: { ...deciding(4), bar: (i, bar) => (i === 4 ? { ...bar, close: 99 } : bar) },
    ...{ kind: "bars", says: /bar of WETH\.eth.*12:03:00.*close 4 against 99/, at: at(4) },
  },
  "a bar that one run never had": {
    planted: { ...deciding(4), noBar: (i) => i === 4 },
    ...{ kind: "bars", says: /bar of WETH\.eth.*12:03:00.*only the first run has it/, at: at(4) },
  },
  "a quote with more slippage, and so a smaller fill": {
    planted: {
      quote: (quote) => ({ ...quote, slippage: 0.06 }),
      end: lessFilled,
    },
    ...{ kind: "quote", says: /slippage: 0\.05 % against 0\.06 %/, at: at(TRADES_AT) },
  },
  "a quote at another price": {
    planted: {
      quote: (quote) => ({ ...quote, toPrice: 2_001 }),
      end: lessFilled,
    },
    ...{ kind: "quote", says: /price of WETH\.eth: 2000 against 2001/ },
  },
  "a quote beyond the limit": { planted: ending("LIMIT"), kind: "quote", says: /FILLED against REJECTED LIMIT/ },
  "a book that holds less": {
    planted: seeing(7, (_i, view) => ({ ...view, book: { "USDC.eth": { amount: "12", averageCost: 1 } } })),
    ...{ kind: "balance", says: /USDC\.eth: 899\.5 against 12/, at: at(7) },
  },
  "a book that holds another token, whose price is seen for that alone": {
    planted: seeing(7, (_i, view) => ({
      ...view,
      prices: { ...view.prices, "WBTC.eth": { usd: 60_000, readAt: at(7) + 3, movedAt: at(7) } },
      book: { ...view.book, "WBTC.eth": { amount: "0.1", averageCost: 60_000 } },
    })),
    ...{ kind: "balance", says: /book's WBTC\.eth: 0 against 0\.1/, at: at(7) },
  },
  "a price that one run has not": {
    planted: seeing(7, (_i, view) => ({ ...view, prices: { "WETH.eth": null } })),
    ...{ kind: "price", says: /price of WETH\.eth: 2007 .* against none/, at: at(7) },
  },
  "another rule of the competition": {
    planted: seeing(2, (_i, view) => ({ ...view, rules: { ...view.rules, maxTradeShare: 0.1 } })),
    ...{ kind: "rule", says: /maxTradeShare: 0\.25 against 0\.1/ },
  },
  "a control of risk that says no": {
    planted: {
      intents: () => [],
      verdicts: (said) => said.map((one) => ({ ...one, verdict: "refused", code: "MAX_TRADE", reason: "too large" })),
    },
    ...{ kind: "rule", says: /refused by max-trade, MAX_TRADE/, at: at(TRADES_AT) },
  },
  "a cap that the venue enforces": { planted: ending("OVER_CAP"), kind: "rule", says: /REJECTED OVER_CAP/ },
  "a request that never left": { planted: ending("NOT_SENT"), kind: "timing", says: /REJECTED NOT_SENT/ },
  "a tick that was missed": {
    planted: { skip: (i) => i === 8 },
    ...{ kind: "timing", says: /only the first run has this tick/, at: at(8) },
  },
  "a fill that came after the next tick": {
    planted: { end: (step) => ({ ...step, at: step.at + MINUTE }) },
    ...{ kind: "timing", says: /filled at 2025-04-01T12:05:00\.020Z against 2025-04-01T12:06:00\.020Z/ },
  },
  "a trade that is still under way": {
    planted: seeing(6, (_i, view) => ({
      ...{ ...view, outcomes: [] },
      open: [
        { ...{ decision: 6, id: null, intent: "x", state: "SENT", from: "USDC.eth", to: "WETH.eth" }, amount: "1" },
      ],
    })),
    ...{ kind: "timing", says: /still under way: none against USDC\.eth → WETH\.eth SENT/ },
  },
  "another outcome": {
    planted: seeing(6, (_i, view) => ({
      ...view,
      outcomes: view.outcomes.map((one) => ({ ...one, toAmount: "0.04" })),
    })),
    ...{ kind: "outcome", says: /filled \(0\.05\) against .*filled \(0\.04\)/ },
  },
  "another state": {
    planted: seeing(9, (_i, view) => ({ ...view, state: { crossed: 2 } })),
    ...{ kind: "state", says: /crossed: 1 against 2/ },
  },
  "other inputs": {
    planted: seeing(9, (_i, view) => ({ ...view, inputs: { mood: "wild" } })),
    ...{ kind: "inputs", says: /mood: calm against wild/ },
  },
  "another place": {
    planted: seeing(9, (_i, view) => ({ ...view, competition: { ...view.competition, rank: 4 } })),
    ...{ kind: "competition", says: /rank: 2 against 4/ },
  },
  "fewer requests left": {
    planted: seeing(9, (_i, view) => ({ ...view, limits: { ...view.limits, trade: 3 } })),
    ...{ kind: "limits", says: /trade: 100 against 3/ },
  },
  "another seed": {
    planted: { ...seeing(9, (i, view) => ({ ...view, seed: `other/sma/${at(i)}` })), run: { seed: "other" } },
    ...{ kind: "seed", says: /chance: seed seed.* against other/ },
  },
  "another tape": {
    planted: { ...deciding(9), run: { backtest: { ...BACKTEST, tape: { label: "a test", fingerprint: "f" } } } },
    usual: { run: { backtest: BACKTEST } },
    ...{ kind: "backtest", says: /another tape/, at: at(9) },
  },
  "another version of the strategy": {
    planted: { ...deciding(9), strategy: { version: "def" } },
    ...{ kind: "version", says: /abc against def/ },
  },
  "other params": {
    planted: { ...deciding(9), strategy: { version: "def", params: { fast: 12 } } },
    ...{ kind: "params", says: /fast: 10 against 12/ },
  },
  "another allocation": {
    planted: { ...deciding(9), strategy: { allocation: 0.7 } },
    ...{ kind: "config", says: /allocation: 0\.5 against 0\.7/ },
  },
  "the same facts": { planted: deciding(9), kind: "code", says: /same facts/, at: at(9) },
};

const compare = async (planted: Planted, limit?: number): Promise<RunComparison> =>
  compareRuns((await recorded()).recording, (await recorded(planted)).recording, limit);

describe("compareRuns", () => {
  it("finds two runs of the same facts, decisions and trades equal, however many holds were merged", async () => {
    const same = await compare({});
    expect(same).toMatchObject({ equal: true, total: 0, differences: [], setUp: [], causes: {} });
    expect(same.counts).toMatchObject({
      ticks: { equal: TICKS, differing: 0, onlyFirst: 0, onlySecond: 0 },
      decisions: { equal: TICKS },
      intents: { equal: 1 },
      trades: { equal: 1 },
      ...{ wording: 0, otherFacts: 0, outside: 0 },
    });
    expect(same.span).toEqual({ from: at(0), to: at(TICKS - 1) });
  });

  it.each(Object.entries(PLANTS))("names the cause of a difference: %s", async (_name, plant) => {
    const [usual, planted] = [(await recorded(plant.usual)).recording, (await recorded(plant.planted)).recording];
    const { equal, differences, counts } = compareRuns(usual, planted);
    const [first] = differences;
    expect(equal).toBe(false);
    expect(first?.causes[0]).toMatchObject({ kind: plant.kind, text: expect.stringMatching(plant.says) as string });
    if (plant.at !== undefined) expect(first?.at).toBeGreaterThanOrEqual(plant.at);
    // Read the other way round, it is the same cause, and what only one run has is the other's.
    const reversed = compareRuns(planted, usual);
    const [cause] = first?.causes ?? [];
    expect(reversed.differences[0]).toMatchObject({ at: first?.at, first: first?.second, second: first?.first });
    expect(reversed.differences[0]?.causes[0]).toMatchObject({
      ...{ kind: plant.kind, first: cause?.second, second: cause?.first },
    });
    for (const what of ["ticks", "decisions", "intents", "trades"] as const) {
      const { onlyFirst, onlySecond, ...both } = counts[what];
      expect(reversed.counts[what]).toEqual({ ...both, onlyFirst: onlySecond, onlySecond: onlyFirst });
    }
  });

  it.each<Partial<Intent>>([
    ...[{ to: "WBTC.eth" }, { from: "USDT.eth" }, { amount: new Decimal(100) }],
    ...[{ limit: 0.0004 }, { urgent: true }, { validUntil: at(TICKS) }],
  ])("treats an intent that differs only in %o as another one", async (other) => {
    const { differences, counts } = await compare({ intents: (made) => made.map((one) => ({ ...one, ...other })) });
    expect([differences[0]?.what, counts.intents.differing]).toEqual(["intent", 1]);
  });

  it("dates a trade that one run knew of later by its first time", async () => {
    const usual = (await recorded()).recording;
    const made = usual.trades.get("aaaaaa")?.trade.at ?? 0;
    const late: Planted = {
      end: (step) => ({ ...step, at: step.at + MINUTE, ...(step.trade && { trade: { ...step.trade, at: made + 9 } }) }),
    };
    const other = (await recorded(late)).recording;
    for (const { differences } of [compareRuns(usual, other), compareRuns(other, usual)])
      expect(differences).toMatchObject([{ what: "trade", at: made }]);
  });

  it("names the time of a decision as its cause if all else was equal", async () => {
    const { differences } = await compare(seeing(3, (_i, view) => ({ ...view, now: view.now + 4 })));
    const text = "it decided at 2025-04-01T12:03:00.005Z against 2025-04-01T12:03:00.009Z";
    expect(differences[0]?.causes).toMatchObject([{ kind: "timing", text }]);
  });

  it("compares decisions made outside of ticks in their order", async () => {
    const [one, other] = [OTHER, { ...OTHER, reason: "else" }];
    const of = async (...asides: Decision[]) => (await recorded({ asides })).recording;
    const [none, first, both] = [await of(), await of(one), await of(one, other)];
    expect(compareRuns(first, await of(one))).toMatchObject({
      equal: true,
      counts: { decisions: { equal: TICKS + 1 } },
    });
    const { differences, counts } = compareRuns(both, await of(one, one));
    expect(counts.decisions).toEqual({ equal: TICKS + 1, differing: 1, onlyFirst: 0, onlySecond: 0 });
    const what = { at: at(TICKS), strategy: "sma", what: "decision", first: [other], second: [one] };
    expect(differences).toMatchObject([{ ...what, causes: [{ kind: "unknown" }] }]);
    expect(compareRuns(both, first)).toMatchObject({
      ...{ counts: { decisions: { onlyFirst: 1, onlySecond: 0 } }, differences: [{ first: [other], second: null }] },
    });
    expect(compareRuns(none, first)).toMatchObject({
      ...{ counts: { decisions: { onlyFirst: 0, onlySecond: 1 } }, differences: [{ first: null, second: [one] }] },
    });
  });

  it("leaves out decisions made outside of ticks before the other run began, or after it had ended", async () => {
    const long = (await recorded({ asides: [OTHER], aside: { to: "WBTC.eth" } })).recording;
    const { recording } = await recorded({ skip: (i) => i > 6 });
    const ending = { at: at(7), exitCode: 4, text: "stopped" };
    for (const run of [
      { ...recording.run, ending },
      { ...recording.run, ending: null },
      { ...recording.run, startedAt: at(TICKS) + 1 },
    ])
      for (const compared of [compareRuns(long, { ...recording, run }), compareRuns({ ...recording, run }, long)])
        expect(compared).toMatchObject({ equal: true, total: 0, counts: { intents: { onlyFirst: 0, onlySecond: 0 } } });
    expect(compareRuns(long, recording)).toMatchObject({ equal: false, total: 1 });
  });

  it("dates the result of a decision made outside of ticks by that decision", async () => {
    const of = async (to: string) =>
      (await recorded({ asides: [OTHER], aside: { to, preparedAt: at(TICKS) + 7 } })).recording;
    const { differences } = compareRuns(await of("WETH.eth"), await of("WBTC.eth"));
    expect(differences).toMatchObject([{ what: "intent", at: at(TICKS), strategy: "sma" }]);
  });

  it("finds a trade decided outside of ticks that one run knew of later, across a tick or not", async () => {
    const of = async (later: number) => {
      const end: Planted["end"] = (step) => ({ ...step, at: step.at + later });
      return (await recorded({ asides: [OTHER], aside: {}, asideFilled: true, end })).recording;
    };
    const usual = await of(0);
    expect(compareRuns(usual, await of(250))).toMatchObject({ equal: true, fillTimes: { count: 2, median: 250 } });
    const { differences, fillTimes } = compareRuns(usual, await of(MINUTE));
    expect(differences.map(({ what }) => what)).toEqual(["trade", "trade"]);
    expect(fillTimes.count).toBe(0);
  });

  it("names no bar as a cause that the strategy does not use, if its needs are known", async () => {
    const planted: Planted = { ...deciding(6), bar: (i, bar) => (i === 4 ? { ...bar, close: 99 } : bar) };
    const causeOf = async (...bars: readonly RunBars[]) => {
      const [usual, other] = [
        await recorded({ strategy: { bars } }),
        await recorded({ ...planted, strategy: { bars } }),
      ];
      return compareRuns(usual.recording, other.recording, 1).differences[0]?.causes[0]?.kind;
    };
    // The bar that opened at 12:03 is the third from the end at 12:06.
    expect(await causeOf({ token: "WETH.eth", interval: MINUTE, count: 3 })).toBe("bars");
    expect(await causeOf({ token: "WETH.eth", interval: MINUTE, count: 2 })).toBe("code");
    expect(await causeOf({ token: "WETH.eth", interval: 5 * MINUTE, count: 9 })).toBe("code");
    expect(await causeOf({ token: "WBTC.eth", interval: MINUTE, count: 9 })).toBe("code");
    expect(await causeOf()).toBe("code");
  });

  it("covers every cause with a planted difference, except the unexplained one", () => {
    const planted = new Set(Object.values(PLANTS).map(({ kind }) => kind));
    expect(CAUSES.filter((kind) => !planted.has(kind))).toEqual(["unknown"]);
  });

  it("finds a run equal to the same one whose repeated holds left no row", async () => {
    const same = await compare({ merged: true });
    expect(same).toMatchObject({ equal: true, total: 0, counts: { ticks: { equal: TICKS }, outside: 0 } });
    expect(same.span).toEqual({ from: at(0), to: at(TICKS - 1) });
  });

  it.each([
    [
      "less often",
      { skip: (i) => i === 8 },
      "6 times from 2025-04-01T12:06:00.000Z to 2025-04-01T12:11:00.000Z against 5 times",
    ],
    [
      "not as long",
      { skip: (i) => i > 9 },
      "to 2025-04-01T12:11:00.000Z against 4 times from 2025-04-01T12:06:00.000Z to 2025-04-01T12:09:00.000Z",
    ],
  ] satisfies [string, Planted, string][])(
    "reports that one run repeated a hold %s if both left no rows, and how it was set up",
    async (_, planted, text) => {
      const runs = [
        (await recorded({ merged: true })).recording,
        (await recorded({ ...planted, merged: true, strategy: { version: "def" } })).recording,
      ] as const;
      for (const { equal, total, differences } of [compareRuns(...runs), compareRuns(runs[1], runs[0])]) {
        expect([equal, total]).toEqual([false, 1]);
        expect(differences[0]).toMatchObject({ what: "tick", causes: [{ kind: "timing" }, { kind: "version" }] });
      }
      expect(compareRuns(...runs).differences[0]?.causes[0]?.text).toContain(text);
      expect(compareRuns(runs[1], runs[1]).equal).toBe(true);
    },
  );

  it("names the cause by the nearest earlier facts if a journal kept none of the tick, and says so", async () => {
    const planted: Planted = {
      ...{ merged: true, decisions: (i, usual) => (i === 9 ? [OTHER] : usual) },
      view: (i, view) => (i >= TRADES_AT ? { ...view, inputs: { mood: "wild" } } : view),
    };
    const [first] = (await compare(planted)).differences;
    expect(first).toMatchObject({ at: at(9), facts: "nearest", causes: [{ kind: "inputs" }] });
    const nothing = (await compare({ merged: true, decisions: planted.decisions! })).differences[0];
    expect(nothing).toMatchObject({ at: at(9), facts: "nearest", causes: [{ kind: "unknown" }] });
  });

  it("has the facts of every tick of a backtest that kept them all", async () => {
    const merged = "every view";
    expect(await compare({ merged })).toMatchObject({ equal: true, counts: { ticks: { equal: TICKS } } });
    const [first] = (await compare({ ...PLANTS["a book that holds less"]!.planted, merged })).differences;
    expect(first).toMatchObject({ at: at(7), facts: "recorded", causes: [{ kind: "balance" }] });
  });

  it("counts decisions that differ in their words alone, and shows them only if nothing else differs", async () => {
    const words: Planted = { decisions: (i, usual) => (i === 2 ? [{ kind: "hold", reason: "other words" }] : usual) };
    expect(await compare(words)).toMatchObject({
      equal: false,
      counts: { wording: 1 },
      differences: [{ what: "wording" }],
    });
    const both: Planted = { ...words, skip: (i) => i === 8 };
    const { total, differences } = await compare(both);
    expect([total, differences.map(({ what }) => what)]).toEqual([2, ["tick"]]);
  });

  it("finds a state that differs even if the decisions are equal", async () => {
    const planted: Planted = { tick: (i, tick) => (i === 3 ? { ...tick, state: { crossed: 9 } } : tick) };
    expect((await compare(planted)).differences[0]).toMatchObject({ what: "state", at: at(3), second: { crossed: 9 } });
    const gone: Planted = { tick: (i, tick) => (i === 3 ? { ...tick, state: null } : tick) };
    expect((await compare(gone)).differences[0]).toMatchObject({ what: "state", at: at(3), second: null });
  });

  it("counts facts that differ without changing anything, and fills at another time with no tick between", async () => {
    const planted: Planted = {
      view: (i, view) => ({ ...view, inputs: { mood: String(i) } }),
      end: (step) => ({ ...step, at: step.at + 250 }),
    };
    expect(await compare(planted)).toMatchObject({
      ...{ equal: true, counts: { otherFacts: TICKS } },
      fillTimes: { count: 1, median: 250, largest: 250 },
    });
  });

  it("compares the span that both cover: the rest of each run is counted as outside", async () => {
    const { equal, span, counts } = await compare({ skip: (i) => i < 2 || i > 9 });
    expect([equal, span, counts.outside]).toEqual([true, { from: at(2), to: at(9) }, 4]);
  });

  it.each([0, 5])("finds ticks that were written out of order (tick %i)", async (tick) => {
    const [late, punctual] = [await recorded({ slow: { tick, by: 3 } }), await recorded({ slow: { tick, by: 0 } })];
    for (const [first, second] of [[late, punctual] as const, [punctual, late] as const]) {
      const { equal, span, counts } = compareRuns(first.recording, second.recording);
      expect(counts).toMatchObject({ ticks: { equal: TICKS, onlyFirst: 0, onlySecond: 0 }, outside: 0 });
      expect([equal, span]).toEqual([true, { from: at(0), to: at(TICKS - 1) }]);
    }
  });

  it("names a changed param with both values", async () => {
    const { setUp } = await compare({ strategy: { version: "def", params: { fast: 12 } } });
    expect(setUp).toEqual([{ what: "sma: param fast", first: 10, second: 12 }]);
  });

  it("reports changed settings, even without consequences", async () => {
    const { equal, setUp } = await compare({ run: { seed: "other", config: { data: "./elsewhere" } } });
    expect(equal).toBe(true);
    expect(setUp).toEqual([
      { what: "seed", first: "seed", second: "other" },
      { what: "config data", first: "./.contender", second: "./elsewhere" },
    ]);
  });

  it("keeps to the limit, and counts all differences by cause", async () => {
    const { total, differences, causes } = await compare({ skip: (i) => i % 2 === 1 && i < 11 }, 2);
    expect([differences.length, causes.timing]).toEqual([2, total]);
  });

  it("reports that runs without a common span are not equal", async () => {
    expect(await compare({ skip: () => true })).toMatchObject({ equal: false, span: null });
  });
});
