import { expect, test } from "vitest";
import { z } from "zod";
import { BarBook } from "../../../src/engine/prices/bar-book.js";
import { warmUp } from "../../../src/engine/prices/warm-up.js";
import type { PriceHistory, PricePoint } from "../../../src/model/history.js";
import { defineStrategy, type Strategy } from "../../../src/strategy/define.js";
import { idler } from "../strategies.js";
import { makeWorld, runToEnd } from "../world.js";
import { columnsOf } from "../../support/bar-rows.js";

const MINUTE = 60_000;
const NOW = 100 * MINUTE;
const need = { token: "WETH.eth", interval: MINUTE, count: 5 };

const history = (...points: readonly (readonly [minute: number, usd: number])[]): PriceHistory => ({
  points: (_token, from, until) =>
    points
      .map(([minute, usd]): PricePoint => ({ at: minute * MINUTE, usd }))
      .filter(({ at }) => at >= from && at < until),
});
const closes = (bars: BarBook): number[] => columnsOf(bars.last(need.token, need.interval, need.count)).close;
const never = (): void => {
  throw new Error("nothing should fail");
};

test("where histories overlap the first is believed, the others add what lies before and after", () => {
  const bars = new BarBook([need]);
  void warmUp(bars, [history([96, 1], [97, 2]), history([95, 9], [96, 9], [97, 9], [98, 3], [99, 4])], NOW, never);
  expect(closes(bars)).toEqual([9, 1, 2, 3, 4]);
  expect(bars.readyAt([need], NOW)).toBeNull();
});

test("a history that fails is told of, and the others still count", () => {
  const failures: unknown[] = [];
  const broken: PriceHistory = {
    points: () => {
      throw new Error("torn");
    },
  };
  const bars = new BarBook([need]);
  void warmUp(bars, [broken, history([99, 4])], NOW, (token, error) =>
    failures.push([token, (error as Error).message]),
  );
  expect(failures).toEqual([["WETH.eth", "torn"]]);
  expect(closes(bars)).toEqual([4]);
});

test("a history that answers later is waited for", async () => {
  const bars = new BarBook([need]);
  const late: PriceHistory = { points: (...args) => Promise.resolve(history([99, 4]).points(...args)) };
  await warmUp(bars, [late], NOW, never);
  expect(closes(bars)).toEqual([4]);
});

test("only as much of the past is asked for as bars need", () => {
  const asked: number[] = [];
  const bars = new BarBook([need, { ...need, interval: 10 * MINUTE, count: 3 }]);
  void warmUp(bars, [{ points: (_token, from) => (asked.push(NOW - from), []) }], NOW, never);
  expect(asked).toEqual([40 * MINUTE]);
});

test("when bars will be ready is said, from nothing and from some", () => {
  const bars = new BarBook([need]);
  expect(bars.readyAt([need], NOW)).toBe(NOW + 5 * MINUTE);
  bars.point(need.token, NOW + 1, 1);
  bars.advance(NOW + 2 * MINUTE);
  expect(bars.readyAt([need], NOW + 2 * MINUTE)).toBe(NOW + 5 * MINUTE);
});

test("closed bars are given once to the journal, and never more than anybody needs", () => {
  const bars = new BarBook([need]);
  for (let minute = 0; minute < 50; minute++) bars.point(need.token, minute * MINUTE, minute + 1);
  expect(bars.takeFresh()).toMatchObject([
    { token: "WETH.eth", interval: MINUTE, bars: [{ close: 45 }, {}, {}, {}, { close: 49 }] },
  ]);
  expect(bars.takeFresh()).toEqual([]);
});

test("a single tick of a strategy that has too few bars does not say that it decided", async () => {
  const slow = defineStrategy({
    ...{ name: "slow", summary: "Needs bars.", params: z.object({}), schedule: "* * * * *" },
    needs: () => ({ bars: [{ token: "WETH.eth", interval: "1h", count: 3 }] }),
    decide: ({ hold }) => hold({ reason: "never asked" }),
  });
  const once = (...strategies: readonly { readonly definition: Strategy; readonly allocation: number }[]) =>
    runToEnd(makeWorld({ strategies, settings: { once: true } }));
  const waiting = { definition: slow, allocation: 0.5 };
  expect(await once(waiting)).toMatchObject({
    ...{ code: "ONCE", exitCode: 0, reason: "No strategy decided: slow had too few bars" },
    remedy: expect.stringContaining("history") as string,
  });
  expect((await once(waiting, { definition: idler(), allocation: 0.5 })).reason).toBe(
    "Every other strategy decided once: slow had too few bars",
  );
});
