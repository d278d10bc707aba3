import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { TradeLog } from "../../src/execution/trade-log.js";
import type { Intent } from "../../src/model/intent.js";
import type { Trade } from "../../src/model/trade.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2025, 2, 2);

let count = 0;

function intent(parent: string | null, decision = 1): Intent {
  const id = `i${count++}`;
  return {
    ...{ id, marker: `[abcd-${id}]`, parent, competitionId: "c", strategy: "s", decision, reason: "r" },
    ...{ from: "USDC.eth", to: "WETH.eth", amount: new Decimal(1), limit: null, validUntil: null, urgent: false },
    preparedAt: MIDNIGHT,
  };
}

function listed(at: number): Trade {
  return {
    ...{ id: `t${count++}`, teamId: "t", competitionId: "c", from: "USDC.eth", to: "WETH.eth", price: 1, at },
    ...{ fromAmount: new Decimal(1), toAmount: new Decimal(1), success: true, error: null, reason: null },
  };
}

test("trades are counted by UTC day, a divided one once a day", () => {
  const log = new TradeLog();
  log.recall({ tradesByDay: { "2025-03-02": 2 } });
  log.filled(intent("parent"), MIDNIGHT);
  log.filled(intent("parent"), MIDNIGHT + HOUR);
  log.filled(intent("other"), MIDNIGHT + DAY - 1);
  log.filled(intent("late"), MIDNIGHT + DAY);
  log.filled(intent(null), MIDNIGHT + DAY);
  log.filled(intent(null), MIDNIGHT + DAY);
  const on = (at: number) => log.countOn(at, []);
  expect([on(MIDNIGHT), on(MIDNIGHT + DAY), on(MIDNIGHT - 1)]).toEqual([4, 3, 0]);
});

test("a divided trade of which an earlier run has counted a part is not counted again", () => {
  const log = new TradeLog();
  log.recall({ tradesByDay: { "2025-03-02": 2 }, countedParents: ["parent"] });
  log.filled(intent("parent"), MIDNIGHT);
  log.filled(intent("other"), MIDNIGHT);
  expect(log.countOn(MIDNIGHT, [])).toBe(3);
});

test("trades under way count with their day, parts of a trade that is counted already do not", () => {
  const log = new TradeLog();
  log.filled(intent("parent"), MIDNIGHT);
  expect(log.countOn(MIDNIGHT, [intent("parent"), intent("next"), intent("next"), intent(null)])).toBe(3);
});

test("another decision's last trade of a pair is its newest one, in whatever order trades came", () => {
  const log = new TradeLog();
  log.filled(intent(null, 2), MIDNIGHT + 2 * HOUR);
  log.filled(intent(null, 1), MIDNIGHT + HOUR);
  const last = (except: number) => log.lastOf("WETH.eth", "USDC.eth", except);
  expect([last(3), last(2), last(1)]).toEqual([MIDNIGHT + 2 * HOUR, MIDNIGHT + HOUR, MIDNIGHT + 2 * HOUR]);
  expect(log.lastOf("WETH.eth", "WBTC.eth", 3)).toBeNull();
  log.filled(intent(null, 3), MIDNIGHT);
  expect(last(2)).toBe(MIDNIGHT + HOUR);
});

test("a lagging list of trades does not undo what the journal knows of a pair", () => {
  const log = new TradeLog();
  log.recall({ pairsTraded: [{ from: "USDC.eth", to: "WETH.eth", at: MIDNIGHT + 2 * HOUR }] });
  for (const hours of [0, 1]) log.seen(listed(MIDNIGHT + hours * HOUR));
  expect(log.lastOf("WETH.eth", "USDC.eth", 3)).toBe(MIDNIGHT + 2 * HOUR);
  log.seen(listed(MIDNIGHT + 3 * HOUR));
  expect(log.lastOf("WETH.eth", "USDC.eth", 3)).toBe(MIDNIGHT + 3 * HOUR);
});
