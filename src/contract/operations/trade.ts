import { z } from "zod";
import { EXECUTE_SCOPE } from "../../model/venue.js";
import {
  blockchain,
  identifier,
  quantity,
  quotedGain,
  quotedPrice,
  specificChain,
  success,
  text,
  timestamp,
} from "../fields.js";
import { venueRead, type Operation } from "../operation.js";
import { KEY_ERRORS, READ_ERRORS } from "../service-errors.js";
import { expected, named, omittable } from "../tolerant.js";

/** Service-interface 2.5: an entry of the trade list, and the `transaction` of an execute. */
export const trade = named(
  "Trade",
  z.object({
    id: identifier,
    teamId: identifier,
    competitionId: identifier,
    fromToken: identifier.describe("token address sold"),
    toToken: identifier.describe("token address bought"),
    fromAmount: quantity,
    toAmount: quantity,
    price: quantity.describe("toAmount / fromAmount"),
    success: z.boolean().describe("whether the trade succeeded"),
    error: omittable(text).describe("error text of a failed trade; left out where it succeeded"),
    reason: expected(text).describe("reason given with the trade"),
    timestamp,
    fromChain: blockchain,
    toChain: blockchain,
    fromSpecificChain: specificChain,
    toSpecificChain: specificChain,
  }),
);

/** Service-interface 2.9: an answer of its own, without `success`. */
const quote = named(
  "Quote",
  z.object({
    fromToken: identifier,
    toToken: identifier,
    fromAmount: quantity,
    toAmount: quotedGain,
    exchangeRate: quotedGain.describe("toAmount / fromAmount"),
    slippage: quantity.describe("percent"),
    prices: z.object({ fromToken: quotedPrice.describe("USD"), toToken: quotedPrice.describe("USD") }),
    chains: z.object({ fromChain: blockchain, toChain: blockchain }),
  }),
);

const swapFields = (verb: string) => ({
  fromToken: z.string().describe("token address to sell"),
  toToken: z.string().describe("token address to buy"),
  amount: z.string().describe(`amount of fromToken to ${verb}`),
});

const chainFields = {
  fromChain: z.string().optional().describe("blockchain type for fromToken; by its address when omitted"),
  fromSpecificChain: z.string().optional().describe("specific chain for fromToken"),
  toChain: z.string().optional().describe("blockchain type for toToken; by its address when omitted"),
  toSpecificChain: z.string().optional().describe("specific chain for toToken"),
};

/** Service-interface 4.3 and 4.4. */
export const tradeOperations = {
  executeTrade: {
    id: "executeTrade",
    method: "POST",
    path: "/api/trade/execute",
    auth: true,
    summary: "Executes a trade between two tokens.",
    section: "4.3",
    scopes: [EXECUTE_SCOPE],
    access: "write",
    repeatable: false,
    shared: false,
    body: z.object({
      ...swapFields("trade"),
      reason: z.string().describe("reason for executing the trade"),
      slippageTolerance: z.string().optional().describe("slippage tolerance in percentage"),
      ...chainFields,
    }),
    answer: z.object({ success, transaction: trade }),
    errors: [
      ...KEY_ERRORS,
      "NO_COMPETITION",
      "NOT_PARTICIPATING",
      "RATE_LIMITED",
      "TOO_LARGE",
      "MALFORMED",
      "MISSING_TRADE_FIELDS",
      "MISSING_REASON",
      "BAD_AMOUNT",
      "TOO_SMALL",
      "SAME_TOKEN",
      "NO_PRICE",
      "CROSS_CHAIN",
      "INSUFFICIENT_BALANCE",
      "OVER_CAP",
      "SLIPPAGE",
    ],
  },
  getQuote: {
    id: "getQuote",
    method: "GET",
    path: "/api/trade/quote",
    auth: true,
    summary: "What a trade would give now. The answer carries no `success`.",
    section: "4.4",
    ...venueRead("quote"),
    query: z.object({ ...swapFields("quote"), ...chainFields }),
    answer: quote,
    errors: [...READ_ERRORS, "MALFORMED", "MISSING_TRADE_FIELDS", "BAD_AMOUNT", "SAME_TOKEN", "NO_PRICE"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
