import { defineStrategy, token, z } from "contender";

const CLOSES = { "1m": "* * * * *", "5m": "*/5 * * * *", "15m": "*/15 * * * *", "1h": "0 * * * *" };
const LENGTH = { "1m": 60_000, "5m": 300_000, "15m": 900_000, "1h": 3_600_000 };

/** How many standard deviations the last close lies above the mean; 0 where prices do not move. */
function zScore(closes: Float64Array): number {
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
  const variance = closes.reduce((sum, close) => sum + (close - mean) ** 2, 0) / closes.length;
  return variance === 0 ? 0 : ((closes.at(-1) ?? mean) - mean) / Math.sqrt(variance);
}

export default defineStrategy({
  name: "mean-reversion",
  summary: "Buys a token that fell far below its mean, and sells it when it is back, or at a stop.",
  params: z.object({
    token: token("WETH.eth").describe("The token to trade."),
    interval: z.enum(["1m", "5m", "15m", "1h"]).default("15m").describe("Length of a bar; it decides at each close."),
    count: z.int().min(5).default(40).describe("Bars of the mean and the deviation."),
    enter: z.number().gt(0).default(2).describe("Standard deviations below the mean at which it buys."),
    exit: z.number().default(0).describe("Standard deviations from the mean at which it sells again."),
    stop: z.number().gt(0).max(100).default(4).describe("Loss from the average cost at which it gives up, percent."),
    rest: z.int().min(0).default(20).describe("Bars that it stays out after a stop."),
    share: z.number().gt(0).max(1).default(0.5).describe("Part of the reachable money to put in, 0 to 1."),
  }),
  state: z.object({ restUntil: z.number().default(0) }),
  schedule: ({ interval }) => ({ close: CLOSES[interval], guard: "30 * * * * *" }),
  needs: ({ token, interval, count }) => ({ bars: [{ token, interval, count }] }),

  decide({ params, now, due, bars, book, price, state, target, hold }) {
    const { token, interval, enter, exit, stop, rest, share } = params;
    const invested = book.valueOf(token) >= 1;
    const cost = book.averageCost(token);
    const paid = price(token)?.usd;
    const loss = invested && cost !== null && paid !== undefined ? (1 - paid / cost) * 100 : 0;
    if (loss >= stop)
      return {
        decisions: target({
          weights: { [token]: 0 },
          urgent: true,
          reason: `Gives up ${token}: it lost ${loss.toFixed(1)} % of its cost, the stop is at ${stop} %.`,
          evidence: { loss },
        }),
        state: { restUntil: now + rest * LENGTH[interval] },
      };
    if (!due.includes("close")) return []; // Between closes there is only the stop.

    const score = zScore(bars(token).close);
    const place = `its last close is ${Math.abs(score).toFixed(2)} deviations ${score < 0 ? "below" : "above"} the mean`;
    const evidence = { score };
    if (invested && score >= exit)
      return target({ weights: { [token]: 0 }, reason: `Sells ${token}: ${place}, back where it belongs.`, evidence });
    if (!invested && score <= -enter && now >= state.restUntil)
      return target({
        weights: { [token]: share * book.reach(token) },
        reason: `Buys ${token}: ${place}, more than ${enter}.`,
        evidence,
      });
    const resting = now < state.restUntil ? " It rests after a stop." : "";
    return hold({ reason: `${invested ? "Waits for the way back" : "Stays out"}: ${place}.${resting}`, evidence });
  },
});
