import fc from "fast-check";
import { expect, test } from "vitest";
import { BAR_COLUMNS, type Bars } from "../../../src/model/bar.js";
import { BarSeries } from "../../../src/model/bar-series.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { BarLookup } from "../../../src/strategy/view/bar-lookup.js";
import { columnsOf } from "../../support/bar-rows.js";

const MINUTE = 60_000;
const COUNT = 3;
/** Bars that a series has room for. */
const ROOM = 512;
const NEEDS = [
  { token: "WETH.eth", interval: MINUTE, count: COUNT },
  { token: "WETH.eth", interval: 5 * MINUTE, count: COUNT },
  { token: "WBTC.eth", interval: MINUTE, count: COUNT },
] as const;
/** How each of them is asked for. */
const QUESTIONS = [
  [["WETH.eth", "1m"]],
  [["WETH.eth", "5m"]],
  [["WBTC.eth"], ["WBTC.eth", "1m"]],
] as const satisfies readonly (readonly (readonly [token: string, interval?: string])[])[];
const registry = new TokenRegistry(KNOWN_TOKENS);

type Columns = ReturnType<typeof columnsOf>;
const shown = ({ length, interval, ...columns }: Bars): Columns => columnsOf({ interval, columns, start: 0, length });

const which = fc.nat(NEEDS.length - 1);
const act = fc.oneof(
  fc.record({ kind: fc.constant("push" as const), which }),
  fc.record({ kind: fc.constant("ask" as const), which, form: fc.nat(1), later: fc.boolean() }),
);
const moment = fc.record({ kept: fc.boolean(), acts: fc.array(act, { maxLength: 12, size: "max" }) });

test("each caller gets bars of its own, as they are at the first look, or were when they were kept", () => {
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 6, size: "max" }), (moments) => {
      const all = NEEDS.map(({ interval }) => new BarSeries(interval, COUNT + 2));
      const of = (token: string, interval: number): BarSeries =>
        all[NEEDS.findIndex((need) => need.token === token && need.interval === interval)] as BarSeries;
      const source = { last: (token: string, interval: number, count: number) => of(token, interval).last(count) };
      const lookup = new BarLookup(NEEDS, source, registry);
      let pushed = 0;
      // Some more, and the series move what they keep to the front of their memory.
      for (const series of all) for (let i = 0; i < ROOM - 6; i++) series.push(i, 1, 1, 1, 1);
      for (const { kept, acts } of moments) {
        lookup.renew();
        if (kept) lookup.keep();
        /** What each need shows: from the first look on, or since it was kept. */
        const frozen: (Columns | undefined)[] = kept ? all.map((series) => columnsOf(series.last(COUNT))) : [];
        const given: { readonly bars: Bars; readonly which: number; seen: boolean }[] = [];
        const look = (one: (typeof given)[number]): void => {
          const expected = (frozen[one.which] ??= columnsOf((all[one.which] as BarSeries).last(COUNT)));
          expect(one.bars.length).toBe(expected.time.length);
          expect(shown(one.bars)).toEqual(expected);
          for (const name of BAR_COLUMNS) one.bars[name].fill(-1);
          one.seen = true;
        };
        for (const one of acts) {
          const series = all[one.which] as BarSeries;
          if (one.kind === "push") {
            const n = ++pushed;
            series.push(n, n + 0.1, n + 0.2, n + 0.3, n + 0.4, n + 0.5);
          } else {
            const forms = QUESTIONS[one.which] as readonly (readonly [string, string?])[];
            const bars = lookup.bars(...(forms[one.form % forms.length] as readonly [string, string?]));
            const asked = { bars, which: one.which, seen: false };
            given.push(asked);
            if (!one.later) look(asked);
          }
        }
        for (const one of given)
          if (!one.seen) look(one);
          else expect(one.bars.close).toEqual(new Float64Array(one.bars.length).fill(-1));
      }
    }),
    { numRuns: 150 },
  );
});

test("the same objects serve tick after tick, and a caller that asks twice in one gets two", () => {
  const series = new BarSeries(MINUTE, COUNT);
  const lookup = new BarLookup(NEEDS.slice(0, 1), { last: (_token, _interval, n) => series.last(n) }, registry);
  const asked = [1, 2, 3].map(() => {
    lookup.renew();
    return [lookup.bars("WETH.eth"), lookup.bars("WETH.eth")];
  });
  for (const [one, two] of asked) {
    expect(one).toBe(asked[0]?.[0]);
    expect(two).toBe(asked[0]?.[1]);
    expect(one).not.toBe(two);
  }
});
