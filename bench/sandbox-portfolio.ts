import { z } from "zod";
import { chainOfAddress, type Token } from "../src/model/token.js";

/** The tokens of the portfolio that is asked for, each at a price of its own. */
export const TOKENS: readonly (Token & { readonly usd: number })[] = Array.from({ length: 20 }, (_, i) => {
  const address = `0x${(i + 1).toString(16).padStart(40, "0")}`;
  const chain = chainOfAddress(address);
  return { name: `T${i}.eth`, address, chain, specificChain: "eth", cash: i === 0, usd: 1.5 ** i };
});

/** The portfolio's answer, as somebody would write it down who has nothing else to serve (service-interface 4.1). */
export const portfolioSchema = z.object({
  success: z.literal(true),
  teamId: z.string(),
  totalValue: z.number(),
  tokens: z.array(
    z.object({
      token: z.string(),
      amount: z.number(),
      price: z.number(),
      value: z.number(),
      chain: z.string(),
      specificChain: z.string(),
    }),
  ),
  snapshotTime: z.iso.datetime(),
  source: z.string(),
});
