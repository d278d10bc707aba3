import { defineStrategy, token, z } from "contender";

export default defineStrategy({
  name: "my-strategy",
  summary: "Holds the token while it is dearer than a while ago, and cash otherwise.",

  // What a config may set. Every param has a default, so that the strategy runs as it is.
  params: z.object({
    token: token("WETH.eth").describe("The token to trade."),
    bars: z.int().min(2).default(12).describe("How many bars of five minutes a while is."),
    share: z.number().gt(0).max(1).default(0.5).describe("Part of the reachable money to put in, 0 to 1."),
  }),

  // When it decides: a cron pattern, UTC. Here at every close of a bar.
  schedule: "*/5 * * * *",

  // What must be there before it decides; until then it is warming up.
  needs: ({ token, bars }) => ({ bars: [{ token, interval: "5m", count: bars }] }),

  // What is known now goes in, a decision with its reason comes out. No clock, no network, no chance but the view's.
  decide({ params, bars, book, target, hold }) {
    const { token, share } = params;
    const closes = bars(token).close;
    const change = (closes.at(-1) ?? 0) / (closes[0] ?? 1) - 1;
    const moved = `${token} moved by ${(change * 100).toFixed(2)} % in ${closes.length} bars`;

    const up = change > 0;
    const invested = book.valueOf(token) >= 1;
    if (up === invested) return hold({ reason: `${moved}: ${invested ? "stays in" : "stays out"}.` });
    return target({
      weights: { [token]: up ? share * book.reach(token) : 0 },
      reason: `${moved}: ${up ? "buys" : "sells"}.`,
      evidence: { change },
    });
  },
});
