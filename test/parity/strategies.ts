import { z } from "zod";
import { defineStrategy, type Strategy } from "../../src/strategy/define.js";
import { token } from "../../src/strategy/bind/token-param.js";

/** Buys and sells by chance, of all sizes: far too small ones too, and ones that no cap allows. */
const gambler = defineStrategy({
  name: "gambler",
  summary: "Trades by chance.",
  params: z.object({ token: token("WETH.eth") }),
  state: z.object({ filled: z.int().default(0), rejected: z.int().default(0) }),
  schedule: "* * * * *",
  decide({ params, random, book, state, outcomes, open, now, swap, cancel, hold }) {
    const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length;
    const next = { filled: state.filled + count("filled"), rejected: state.rejected + count("rejected") };
    const draw = random.next();
    const said = `${next.filled} filled, ${next.rejected} rejected, ${open.length} open`;
    const buy = { from: "USDC.eth", to: params.token };
    const sell = { from: params.token, to: "USDC.eth" };
    const decide = () => {
      if (draw < 0.1) return swap({ ...buy, size: { amount: "0.0000001" }, reason: `Far too little. ${said}` });
      if (draw < 0.15) return swap({ ...buy, size: { usd: 4_000 }, reason: `Far too much. ${said}` });
      if (draw < 0.2) return swap({ ...buy, size: { usd: 20 }, limit: 10, reason: `Far too cheap. ${said}` });
      if (draw < 0.45) return swap({ ...buy, size: { usd: 20 + 360 * random.next() }, reason: `Buys. ${said}` });
      if (draw < 0.7 && book.valueOf(params.token) > 1)
        return swap({
          ...sell,
          size: { fraction: 0.1 + 0.9 * random.next() },
          validFor: 60_000,
          reason: `Sells. ${said}`,
        });
      if (draw < 0.75) return cancel({ token: params.token, reason: "Thinks again." });
      return hold({ reason: new Date(now).toISOString() });
    };
    return { decisions: decide(), state: next };
  },
});

/** Shares of two tokens that follow their bars. */
const weigher = defineStrategy({
  name: "weigher",
  summary: "Keeps shares by momentum.",
  params: z.object({ first: token("WETH.eth"), second: token("WBTC.eth"), bars: z.int().default(5) }),
  schedule: { main: "*/5 * * * *", close: "0 * * * *" },
  needs: ({ first, second, bars }) => ({
    bars: [first, second].map((name) => ({ token: name, interval: "5m", count: bars })),
  }),
  decide({ params, bars, due, book, cost, target }) {
    const momentum = (name: string): number => {
      const { close, open, length } = bars(name);
      return (close[length - 1] ?? 0) / (open[0] ?? 1) - 1;
    };
    const share = (name: string): number => Math.min(0.45, Math.max(0.05, 0.25 + 20 * momentum(name)));
    const weights = { [params.first]: share(params.first), [params.second]: share(params.second) };
    const evidence = { weights, cost: cost("USDC.eth", params.first, 100), value: book.value };
    return target({ weights, band: due.includes("close") ? 0 : 2, reason: `Due: ${due.join(", ")}`, evidence });
  },
});

/** Asks the venue itself before it decides. */
const asker = defineStrategy({
  name: "asker",
  summary: "Buys where the service quotes little slippage.",
  params: z.object({ token: token("USDT.eth") }),
  inputs: z.object({ slippage: z.number(), rank: z.number().nullable() }),
  schedule: "*/3 * * * *",
  async read({ params, book }, { venue }) {
    const amount = book.exactAmount("USDC.eth").split(".")[0] ?? "1";
    const { Decimal } = await import("../../src/core/number/decimal.js");
    const quote = await venue.quote({ from: "USDC.eth", to: params.token, amount: new Decimal(amount).div(10) });
    const price = await venue.price(params.token);
    return { slippage: quote.slippage, rank: price.usd };
  },
  decide({ params, inputs, book, swap, hold }) {
    if (inputs === null) return hold({ reason: "It could not ask." });
    const reason = `Quoted ${inputs.slippage} %`;
    if (book.weight(params.token) > 0.5)
      return swap({ from: params.token, to: "USDC.eth", size: { fraction: 1 }, reason });
    return swap({ from: "USDC.eth", to: params.token, size: { usd: 30 }, reason, urgent: true });
  },
});

export const STRATEGIES: readonly Strategy[] = [gambler, weigher, asker];
