import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closedTradesOf, type MetricFill, type StartBalance } from "../../src/metrics/index.js";

const isCash = (token: string): boolean => token.startsWith("USDC");
const fill = (
  at: number,
  from: string,
  fromAmount: number,
  to: string,
  toAmount: number,
  usd: number,
  slippageUsd = 0,
): MetricFill => ({
  ...{ at, from, to, usd, slippageUsd },
  ...{ fromAmount: String(fromAmount), toAmount: String(toAmount) },
});

describe("closed trades", () => {
  it("are the proceeds of a sale less the average cost, slippage in both", () => {
    const closed = closedTradesOf(
      [
        fill(1, "USDC.eth", 1000, "WETH.eth", 0.99, 1000, 10),
        fill(2, "USDC.eth", 2000, "WETH.eth", 1.01, 2000, 20),
        fill(3, "WETH.eth", 1, "USDC.eth", 1900, 2000, 100),
        fill(4, "WETH.eth", 1, "USDC.eth", 500, 500, 0),
      ],
      [],
      isCash,
      0,
    );
    expect(closed).toEqual([
      { token: "WETH.eth", openedAt: 1, closedAt: 3, costUsd: 1500, proceedsUsd: 1900 },
      { token: "WETH.eth", openedAt: 1, closedAt: 4, costUsd: 1500, proceedsUsd: 500 },
    ]);
  });

  it("begin anew after the whole position was sold", () => {
    const closed = closedTradesOf(
      [
        fill(1, "USDC.eth", 10, "A.eth", 10, 10),
        fill(2, "A.eth", 10, "USDC.eth", 20, 20),
        fill(3, "USDC.eth", 30, "A.eth", 10, 30),
        fill(4, "A.eth", 5, "USDC.eth", 10, 10),
      ],
      [],
      isCash,
      0,
    );
    expect(closed.map(({ openedAt, costUsd }) => [openedAt, costUsd])).toEqual([
      [1, 10],
      [3, 15],
    ]);
  });

  it("treat a token swapped for a token as a sale and a purchase at the first one's value", () => {
    const closed = closedTradesOf(
      [
        fill(1, "USDC.eth", 100, "A.eth", 10, 100),
        fill(2, "A.eth", 10, "B.eth", 5, 150, 3),
        fill(3, "B.eth", 5, "USDC.eth", 120, 120),
      ],
      [],
      isCash,
      0,
    );
    expect(closed).toEqual([
      { token: "A.eth", openedAt: 1, closedAt: 2, costUsd: 100, proceedsUsd: 150 },
      { token: "B.eth", openedAt: 2, closedAt: 3, costUsd: 150, proceedsUsd: 120 },
    ]);
  });

  it("value start balances at the start's prices, and ignore cash for cash", () => {
    const start: StartBalance[] = [
      { token: "WETH.eth", amount: 2, usd: 4000 },
      { token: "USDC.eth", amount: 5000, usd: 5000 },
    ];
    const closed = closedTradesOf(
      [fill(5, "USDC.eth", 100, "USDC.svm", 100, 100), fill(6, "WETH.eth", 1, "USDC.eth", 2500, 2500)],
      start,
      isCash,
      3,
    );
    expect(closed).toEqual([{ token: "WETH.eth", openedAt: 3, closedAt: 6, costUsd: 2000, proceedsUsd: 2500 }]);
  });

  it("invent no profit on a sale beyond the known holding", () => {
    const closed = closedTradesOf(
      [
        fill(1, "USDC.eth", 10, "A.eth", 1, 10),
        fill(2, "A.eth", 4, "USDC.eth", 80, 80),
        fill(3, "A.eth", 1, "USDC.eth", 9, 9),
      ],
      [],
      isCash,
      0,
    );
    expect(closed.map(({ costUsd, proceedsUsd }) => proceedsUsd - costUsd)).toEqual([10, 0]);
  });

  it("treat a position of which only rounding dust is left as closed", () => {
    const closed = closedTradesOf(
      [
        fill(1, "USDC.eth", 10, "A.eth", 0.1 + 0.2, 10),
        fill(2, "A.eth", 0.3, "USDC.eth", 11, 11),
        fill(3, "USDC.eth", 10, "A.eth", 1, 10),
        fill(4, "A.eth", 1, "USDC.eth", 12, 12),
      ],
      [],
      isCash,
      0,
    );
    expect(closed[1]).toMatchObject({ openedAt: 3, costUsd: 10 });
  });

  it("together with what is left, earn exactly the cash that came back beyond what went out", () => {
    const swap = fc.record({
      buy: fc.boolean(),
      token: fc.constantFrom("A.eth", "B.eth"),
      usd: fc.integer({ min: 1, max: 1000 }),
      price: fc.integer({ min: 1, max: 50 }),
      slippage: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(swap, { maxLength: 40 }), (swaps) => {
        const held = new Map<string, number>();
        const fills: MetricFill[] = [];
        let cash = 0;
        for (const [at, { buy, token, usd, price, slippage }] of swaps.entries()) {
          const lost = (usd * slippage) / 1000;
          const amount = held.get(token) ?? 0;
          if (buy) {
            fills.push(fill(at, "USDC.eth", usd, token, (usd - lost) / price, usd, lost));
            held.set(token, amount + (usd - lost) / price);
            cash -= usd;
          } else if (amount * price > usd) {
            fills.push(fill(at, token, usd / price, "USDC.eth", usd - lost, usd, lost));
            held.set(token, amount - usd / price);
            cash += usd - lost;
          }
        }
        // Sold at nothing at the end, every cost has become a closed trade's.
        for (const [token, amount] of held) if (amount > 0) fills.push(fill(99, token, amount, "USDC.eth", 0, 0));
        const profit = closedTradesOf(fills, [], isCash, 0).reduce(
          (sum, { costUsd, proceedsUsd }) => sum + proceedsUsd - costUsd,
          0,
        );
        expect(profit).toBeCloseTo(cash, 6);
      }),
    );
  });
});
