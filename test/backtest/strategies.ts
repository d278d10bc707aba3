import { defineStrategy, token, z, type Strategy } from "../../src/index.js";

/** Buys after a rise of the last close and sells after a fall: it decides something else at nearly every bar. */
export const follower: Strategy = defineStrategy({
  name: "follower",
  summary: "Follows the last move.",
  params: z.object({
    token: token("WETH.eth"),
    interval: z.enum(["1m", "5m", "1h"]).default("5m"),
    count: z.int().min(2).default(2),
    share: z.number().default(0.1),
  }),
  schedule: ({ interval }) => ({ "1m": "* * * * *", "5m": "*/5 * * * *", "1h": "0 * * * *" })[interval],
  needs: ({ token, interval, count }) => ({ bars: [{ token, interval, count }] }),
  state: z.object({ seen: z.number().default(0) }),
  decide({ params, bars, target, hold, state }) {
    const closes = bars(params.token).close;
    const [before, last] = [closes.at(-2) ?? 0, closes.at(-1) ?? 0];
    const next = { seen: state.seen + 1 };
    if (last === before) return { decisions: hold({ reason: "It stands still." }), state: next };
    const weight = last > before ? params.share : 0;
    return { decisions: target({ weights: { [params.token]: weight }, reason: `${before} to ${last}` }), state: next };
  },
});

/** Sells a fixed amount for the token at its first instant, and holds. */
export const buyer: Strategy = defineStrategy({
  name: "buyer",
  summary: "Buys once.",
  params: z.object({ token: token("WETH.eth"), usd: z.number().default(1_000), at: z.string().default("* * * * *") }),
  schedule: ({ at }) => at,
  needs: ({ token }) => ({ prices: [token] }),
  decide: ({ params, book, open, swap, hold }) =>
    book.valueOf(params.token) > 0 || open.length > 0
      ? hold({ reason: "It has some." })
      : swap({ from: "USDC.eth", to: params.token, size: { usd: params.usd }, reason: "Buys once." }),
});
