import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { BarSeries } from "../../../src/model/bar-series.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import type { BarsSource } from "../../../src/strategy/view/bars-source.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { viewOf } from "../../../src/strategy/view/view-of.js";
import { ViewSlot, type ShownFacts } from "../../../src/strategy/view/view-slot.js";
import type { ViewData } from "../../../src/strategy/view/view-data.js";
import { viewFor } from "../../../src/testing/index.js";
import { columnsOf } from "../../support/bar-rows.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const MINUTE = 60_000;

const strategy = defineStrategy({
  ...{ name: "looks", summary: "Looks.", params: z.object({}), schedule: "* * * * *" },
  inputs: z.object({ list: z.array(z.number()) }),
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
const bound = { definition: strategy, params: {}, bars: [{ token: "WETH.eth", interval: MINUTE, count: 3 }] };

function growing(): { readonly source: BarsSource; push(close: number): void } {
  const series = new BarSeries(MINUTE, 3);
  let time = 0;
  const push = (close: number): void => series.push((time += MINUTE), close, close + 1, close - 1, close, 10 * close);
  return { source: { last: (_token, _interval, count) => series.last(count) }, push };
}

const view = viewFor(strategy, { now: 0 });
const facts = (now: number, more: Partial<ViewData> = {}): ShownFacts => {
  const shown: ViewData = { ...view, now, prices: {}, book: {}, slippage: "log", seed: `seed ${now}`, ...more };
  return { ...shown, priceOf: (token) => shown.prices[token] ?? null };
};

test("a strategy's changes to its bars reach no other strategy, and no later tick", () => {
  const closes = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 30 });
  fc.assert(
    fc.property(closes, (given) => {
      const { source, push } = growing();
      const slot = new ViewSlot(bound, source, registry);
      const seen: number[] = [];
      for (const close of given) {
        push(close);
        seen.push(close);
        slot.show(facts(seen.length));
        const bars = slot.view.bars("WETH.eth");
        expect(bars.length).toBe(Math.min(3, seen.length));
        expect([...bars.close]).toEqual(seen.slice(-3));
        expect([...bars.volume]).toEqual(seen.slice(-3).map((one) => 10 * one));
        for (const column of [bars.close, bars.open, bars.high, bars.low, bars.volume, bars.time]) column.fill(-1);
        expect([...slot.view.bars("WETH.eth").close]).toEqual(seen.slice(-3));
        expect(columnsOf(source.last("WETH.eth", MINUTE, 3)).close).toEqual(seen.slice(-3));
      }
    }),
    { numRuns: 50 },
  );
});

test("one view shows tick after tick what a new one would show", () => {
  const { source, push } = growing();
  const slot = new ViewSlot(bound, source, registry);
  for (let moment = 1; moment <= 5; moment++) {
    push(100 * moment);
    const prices = { "WETH.eth": { usd: 2_000 + moment, readAt: moment, movedAt: moment } };
    const book = { "WETH.eth": { amount: `${moment}`, averageCost: null } };
    const shown = facts(moment, { prices, book, inputs: { list: [moment] } });
    slot.show(shown);
    const fresh = viewOf(bound, shown, source, registry);
    const told = ({ bars, book: mine, price, random, ...rest }: typeof fresh): unknown => [
      ...[bars("WETH.eth").close, mine.value, mine.tokens, mine.amount("WETH.eth"), price("WETH.eth"), random.next()],
      JSON.parse(JSON.stringify(rest)),
    ];
    expect(told(slot.view)).toEqual(told(fresh));
    expect(slot.view.book.value).toBe(moment * (2_000 + moment));
  }
});

test("a book's worth and reach are computed anew for each tick, even if the same facts are shown again", () => {
  const { source } = growing();
  const slot = new ViewSlot(bound, source, registry);
  const held = { amount: "2", averageCost: null };
  const book = { "WETH.eth": held, "USDC.eth": held, "SOL.svm": held };
  let usd = 0;
  const shown = { ...facts(1, { book }), priceOf: () => ({ usd, readAt: 1, movedAt: 1 }) };
  const told = ({ book: { value, weight, reach, chain } }: typeof slot.view): unknown =>
    [value, weight("SOL.svm"), reach("WETH.eth"), chain("eth").value, chain("svm").value].map(Number);
  for (usd of [3, 3, 0, 5]) {
    slot.show(shown);
    const share = usd === 0 ? 0 : 1;
    expect(told(slot.view)).toEqual([6 * usd, share / 3, (2 * share) / 3, 4 * usd, 2 * usd]);
    expect(told(slot.view)).toEqual([6 * usd, share / 3, (2 * share) / 3, 4 * usd, 2 * usd]);
  }
});

test("changes to a view, or to what it gives, are gone at the next tick", () => {
  const { source } = growing();
  const slot = new ViewSlot(bound, source, registry);
  slot.show(facts(1, { inputs: { list: [1] } }));
  expect(() => Object.assign(slot.view, { now: 7 })).toThrow(TypeError);
  expect(() => Object.assign(slot.view, { mine: 7 })).toThrow(TypeError);
  expect(() => Object.assign(slot.view.book, { mine: 7 })).toThrow(TypeError);
  (slot.view.inputs as unknown as { list: number[] }).list.push(2);
  expect(slot.view.inputs).toEqual({ list: [1] });
});

test("bars that are kept stay as they were, whatever is pushed later, however late they are read", () => {
  const { source, push } = growing();
  for (const close of [1, 2, 3]) push(close);
  const slot = new ViewSlot(bound, source, registry);
  slot.show(facts(1));
  slot.keepBars();
  const early = slot.view.bars("WETH.eth");
  for (const close of [4, 5, 6, 7, 8, 9, 10]) push(close);
  expect([...early.close]).toEqual([1, 2, 3]);
  expect([...slot.view.bars("WETH.eth").close]).toEqual([1, 2, 3]);
  slot.show(facts(2));
  expect([...slot.view.bars("WETH.eth").close]).toEqual([8, 9, 10]);
});

test("a view can be taken apart and spread", () => {
  const { source, push } = growing();
  push(5);
  const slot = new ViewSlot(bound, source, registry);
  slot.show(facts(3));
  const copy = { ...slot.view };
  expect(copy.now).toBe(3);
  expect(Object.keys(copy)).toEqual(
    expect.arrayContaining(["now", "rules", "state", "inputs", "random", "hold", "bars"]),
  );
  expect({ ...copy.bars("WETH.eth") }).toMatchObject({ length: 1, interval: MINUTE });
  expect({ ...slot.view.book }.value).toBe(0);
});
