import { defineStrategy, token, z } from "contender";

/** When bars of an interval close. */
const CLOSES = {
  "1m": "* * * * *",
  "5m": "*/5 * * * *",
  "15m": "*/15 * * * *",
  "1h": "0 * * * *",
  "4h": "0 */4 * * *",
};

/** The mean of the last `count` closes. */
const mean = (closes: Float64Array, count: number): number =>
  closes.subarray(-count).reduce((sum, close) => sum + close, 0) / count;

const usd = (value: number): string => `$${value.toPrecision(6)}`;

export default defineStrategy({
  name: "sma-cross",
  summary: "Holds the token while its fast mean stands above its slow mean, and cash otherwise.",
  params: z
    .object({
      token: token("WETH.eth").describe("The token to hold while its trend is up."),
      interval: z
        .enum(["1m", "5m", "15m", "1h", "4h"])
        .default("1h")
        .describe("Length of a bar; it decides at each close."),
      fast: z.int().min(1).default(10).describe("Bars of the fast mean."),
      slow: z.int().min(2).default(30).describe("Bars of the slow mean; more than `fast`."),
      share: z.number().gt(0).max(1).default(0.95).describe("Part of the reachable money to put in, 0 to 1."),
    })
    .refine(({ fast, slow }) => fast < slow, {
      path: ["fast"],
      error: "the fast mean must have fewer bars than the slow one",
    }),
  schedule: ({ interval }) => CLOSES[interval],
  needs: ({ token, interval, slow }) => ({ bars: [{ token, interval, count: slow }] }),

  decide({ params, bars, book, target, hold }) {
    const { token, fast, slow, share } = params;
    const closes = bars(token).close;
    const fastMean = mean(closes, fast);
    const slowMean = mean(closes, slow);
    const up = fastMean > slowMean;
    const evidence = { fastMean, slowMean };
    const means = `the mean of ${fast} bars (${usd(fastMean)}) is ${up ? "above" : "not above"} that of ${slow} (${usd(slowMean)})`;

    const wanted = up ? share * book.reach(token) : 0;
    const held = book.weight(token);
    // In once is enough: trading after every small drift would feed the slippage.
    if (up ? held >= wanted / 2 : book.valueOf(token) < 1)
      return hold({ reason: `${up ? "Stays in" : "Stays out of"} ${token}: ${means}.`, evidence });
    return target({
      weights: { [token]: wanted },
      reason: `${up ? "Buys" : "Sells"} ${token}: ${means}.`,
      evidence,
    });
  },
});
