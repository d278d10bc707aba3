import { expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { Decision } from "../../../src/model/decision.js";
import { compareRuns, type Recording } from "../../../src/replay/index.js";
import { intent } from "../../journal/support.js";
import { at, recorded, TRADES_AT, type Planted } from "./recorded-run.js";

const recordingOf = async (planted: Planted): Promise<Recording> => (await recorded(planted)).recording;

it("a strategy's failure is named as the reason of its missing ticks, whichever run it failed in", async () => {
  // The last tick, of another strategy, is there in both: neither run has ended.
  const slow = { tick: 11, by: 0 };
  const failing = await recordingOf({
    ...{ slow, skip: (i) => i === 9 || i === 10 },
    tick: (i, tick) => (i === 8 ? { ...tick, status: "failed", decisions: [], error: "planted" } : tick),
  });
  const usual = await recordingOf({ slow });
  for (const [runs, name] of [
    [[usual, failing], "first"],
    [[failing, usual], "second"],
  ] as const) {
    const { differences, causes } = compareRuns(...runs);
    const failed = "its last run in the other one failed, at 2025-04-01T12:08:00.000Z: planted";
    const missing = { kind: "code", text: `only the ${name} run has this tick: ${failed}` };
    expect(causes).toEqual({ code: 3 });
    expect(differences).toMatchObject([
      { at: at(8), what: "decision" },
      { at: at(9), what: "tick", causes: [{ ...missing, first: name === "first", second: name === "second" }] },
      { at: at(10), what: "tick", causes: [missing] },
    ]);
  }
});

it("a strategy's earlier decisions are the cause if the facts of a tick were not kept", async () => {
  const less: Planted = {
    end: (step) =>
      step.trade === undefined ? step : { ...step, trade: { ...step.trade, toAmount: new Decimal("0.0499") } },
  };
  const cancels: Planted["decisions"] = (i, usual) => (i === 9 ? [{ kind: "cancel", reason: "another one" }] : usual);
  const second = await recordingOf({ ...less, merged: true, decisions: cancels });
  const { differences } = compareRuns(await recordingOf({ merged: true }), second);
  const text = expect.stringContaining("what it did at 2025-04-01T12:05:00.000Z was not the same already") as string;
  expect(differences).toMatchObject([
    { at: at(TRADES_AT), what: "trade", causes: [{ kind: "quote" }] },
    { at: at(9), what: "decision", causes: [{ kind: "outcome", text }] },
  ]);
});

it("an earlier step is named as the cause of a later step of a decision, never the strategy's code", async () => {
  const swap = (amount: string, preparedAt: number): Planted["intents"] => {
    const next = intent("bbbbbb", { ...{ from: "USDC.eth", to: "WBTC.eth" }, amount: new Decimal(amount), preparedAt });
    return (usual) => usual.flatMap((one) => [one, { ...next, decision: one.decision }]);
  };
  const brings = (toAmount: string, later = 0): Planted["end"] => {
    return ({ trade, at: when, ...step }) =>
      step.intent === "bbbbbb" || trade === undefined
        ? { ...step, at: when, ...(trade && { trade }) }
        : { ...step, at: when + later, trade: { ...trade, toAmount: new Decimal(toAmount) } };
  };
  const afterwards = at(TRADES_AT) + 1_000;
  const first = await recordingOf({ intents: swap("40", afterwards), end: brings("0.05") });
  const causesOf = async (second: Planted) =>
    compareRuns(first, await recordingOf(second)).differences.find(({ what }) => what === "intent")?.causes;

  const less = { kind: "outcome", text: expect.stringMatching(/^a step before it was not the same: .*rate/) as string };
  expect((await causesOf({ intents: swap("39", afterwards), end: brings("0.04") }))?.[0]).toMatchObject(less);
  const later = { kind: "timing", text: expect.stringContaining("it was filled at") as string };
  expect((await causesOf({ intents: swap("39", afterwards), end: brings("0.05", 30_000) }))?.[0]).toMatchObject(later);
  // Parts that are prepared together do not wait for each other.
  const together = { intents: swap("39", at(TRADES_AT) + 5), end: brings("0.04") };
  const parts = await recordingOf({ intents: swap("40", at(TRADES_AT) + 5), end: brings("0.05") });
  expect(compareRuns(parts, await recordingOf(together)).causes).toMatchObject({ code: 1 });
});

it("a tick that one run missed is a cause too, if it was more than a hold", async () => {
  const cancels = (tick: number): Planted => ({
    decisions: (i, usual) => (i === tick ? [{ kind: "cancel", reason: "another one" }] : usual),
  });
  const missed = await recordingOf({ ...cancels(9), skip: (i) => i === 7 });
  const causesOf = async (first: Planted) =>
    compareRuns(await recordingOf({ ...first, merged: true }), missed).differences.find((one) => one.at === at(9))
      ?.causes;
  expect(await causesOf(cancels(7))).toMatchObject([{ kind: "outcome" }]);
  expect(await causesOf({})).toMatchObject([{ kind: "unknown" }]);
});

it("a bar that came with a later tick is not missing; what one run did before the other began is named", async () => {
  // Holds in other words each time are not merged; what they saw, and bars with that, is not kept.
  const others: Planted["decisions"] = (i, usual) => usual.map((one) => ({ ...one, reason: `at ${i}` }));
  const cancels: Planted["decisions"] = (i, usual) =>
    i === 8 ? [{ kind: "cancel", reason: "all" }] : others(i, usual);
  const whole = await recordingOf({ merged: true, noBar: (i) => i !== TRADES_AT, decisions: others });
  const half = { skip: (i: number) => i < 6, noBar: (i: number) => i !== 6 && i !== 8, decisions: cancels };
  const [difference] = compareRuns(whole, await recordingOf({ ...half, merged: true })).differences;
  const text = expect.stringContaining("what it did at 2025-04-01T12:05:00.000Z was not the same already") as string;
  expect(difference).toMatchObject({ at: at(8), what: "decision", causes: [{ kind: "outcome", text }] });
});

it("prices and holdings of the decided tokens are named before those of others", async () => {
  const [tokens, reversed] = [
    ["AAVE.eth", "WETH.eth"],
    ["WETH.eth", "AAVE.eth"],
  ];
  const seeing = (usd: number, amount: string, sized: number): Planted => ({
    view: (i, view) => ({
      ...view,
      prices: Object.fromEntries(tokens.map((name) => [name, { usd, readAt: at(i), movedAt: at(i) }])),
      book: Object.fromEntries(tokens.map((name) => [name, { amount, averageCost: 1 }])),
    }),
    decisions: (i, usual) =>
      i === TRADES_AT ? usual.map((one) => ({ ...one, size: { usd: sized } }) as Decision) : usual,
  });
  const first = await recordingOf(seeing(5, "1", 100));
  const textsOf = async (second: Planted): Promise<string[]> =>
    (compareRuns(first, await recordingOf(second)).differences[0]?.causes ?? []).map(({ text }) => text);
  const named = (texts: string[]) => texts.map((text) => /AAVE\.eth|WETH\.eth/.exec(text)?.[0]);
  expect(named(await textsOf(seeing(6, "1", 120)))).toEqual(reversed);
  expect(named(await textsOf(seeing(5, "2", 120)))).toEqual(reversed);
});

it("a failure is no reason for earlier missing ticks, or for one after the strategy went on", async () => {
  for (const failsAt of [8, 3]) {
    const failing = await recordingOf({
      skip: (i) => i === 7,
      tick: (i, tick) => (i === failsAt ? { ...tick, status: "failed", decisions: [], error: "planted" } : tick),
    });
    const { differences } = compareRuns(await recordingOf({}), failing);
    const timing = { kind: "timing", text: "only the first run has this tick" };
    expect(differences.find((one) => one.at === at(7))).toMatchObject({ what: "tick", causes: [timing] });
  }
});
