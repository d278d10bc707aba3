import { z } from "zod";
import { PUBLIC_RULES } from "../../model/rules.js";
import { amount } from "./fields.js";

/** What a trade must keep to: the sandbox enforces it, and a bot expects it until the service says it. */
export const tradeRules = {
  maxTradeShare: z
    .number()
    .gt(0)
    .max(1)
    .meta({ expected: "a share above 0, at most 1, such as 0.25 for 25 %" })
    .default(PUBLIC_RULES.maxTradeShare)
    .describe("The largest single trade, as a share of the portfolio's value."),
  minTradeAmount: amount()
    .default(PUBLIC_RULES.minTradeAmount)
    .describe("The smallest trade, in units of the sold token."),
  crossChain: z.boolean().default(PUBLIC_RULES.crossChain).describe("Whether swaps between chains are allowed."),
};
