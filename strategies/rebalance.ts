import { defineStrategy, token, z } from "contender";

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export default defineStrategy({
  name: "rebalance",
  summary: "Keeps a portfolio at its target weights, and trades when one is off by more than a band.",
  params: z.object({
    weights: z
      .record(token(), z.number().min(0).max(1))
      .prefault({ "USDC.eth": 0.25, "WETH.eth": 0.5, "WBTC.eth": 0.25 })
      .refine((weights) => Object.values(weights).reduce((sum, weight) => sum + weight, 0) <= 1 + 1e-9, {
        error: "the weights sum to more than 1",
      })
      .describe(
        "Shares by token, together at most 1, of what the token's chain holds (of everything, if tokens may cross chains).",
      ),
    band: z.number().min(0).max(100).default(2).describe("Percentage points by which a share may be off."),
    at: z.string().default("0 9 * * *").describe("When it looks: a cron pattern, UTC."),
  }),
  schedule: ({ at }) => at,
  needs: ({ weights }) => ({ prices: Object.keys(weights) }),

  decide({ params, book, price, target, hold }) {
    const tokens = Object.keys(params.weights);
    const unpriced = tokens.filter((token) => price(token) === null);
    if (unpriced.length > 0) return hold({ reason: `Waits: ${unpriced.join(", ")} has no price.` });

    if (tokens.every((token) => book.reach(token) === 0))
      return hold({ reason: `Waits: the book has nothing on the chains of ${tokens.join(", ")}.` });

    const wanted = (token: string): number => (params.weights[token] ?? 0) * book.reach(token);
    const drift = (token: string): number => {
      const reach = book.reach(token);
      return reach === 0 ? 0 : (book.weight(token) - wanted(token)) / reach;
    };
    const worst = tokens.reduce((most, token) => (Math.abs(drift(token)) > Math.abs(drift(most)) ? token : most));
    const off = Math.abs(drift(worst)) * 100;
    const now = percent(book.weight(worst) / (book.reach(worst) || 1));
    const state = `${worst} is at ${now}, its target is ${percent(params.weights[worst] ?? 0)}`;
    const evidence = Object.fromEntries(tokens.map((token) => [token, drift(token)]));

    if (off <= params.band)
      return hold({ reason: `In balance: ${state}, no further off than the band of ${params.band} points.`, evidence });
    return target({
      weights: Object.fromEntries(tokens.map((token) => [token, wanted(token)])),
      reason: `Rebalances: ${state}, off by ${off.toFixed(1)} points (band ${params.band}).`,
      evidence,
    });
  },
});
