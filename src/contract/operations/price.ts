import { z } from "zod";
import { SPECIFIC_CHAINS } from "../../model/token.js";
import { identifier, specificChain, success, textAs, timestamp, upperCaseBlockchain, usdPrice } from "../fields.js";
import { venueRead, type Operation } from "../operation.js";
import { READ_ERRORS } from "../service-errors.js";
import { expected, named, standsFor } from "../tolerant.js";

const query = z.object({
  token: z.string().describe("token address"),
  chain: z.enum(["evm", "svm"]).optional().describe("blockchain type; by the address when omitted"),
  specificChain: z.enum(SPECIFIC_CHAINS).optional().describe("specific chain; saves the service a search"),
});

const failure = z.literal(false);

const described = {
  token: expected(identifier).describe("token address"),
  chain: expected(upperCaseBlockchain).describe("blockchain type, upper case"),
  specificChain: expected(specificChain).describe("specific chain name"),
};

/** Service-interface 2.11. */
const price = named(
  "Price",
  z.object({
    success,
    price: usdPrice.describe("USD"),
    ...described,
    timestamp: expected(timestamp).describe("of the answer, not of the price"),
  }),
);

/** The answer for a token without a price: this, and nothing else. */
const noPrice = named("NoPrice", z.object({ success: failure }));

/** Service-interface 2.11, without a timestamp. */
const tokenInfo = named("TokenInfo", z.object({ success, price: usdPrice.describe("USD"), ...described }));

/** Says nothing: whatever is sent beside `success: false` is null. */
const nothing = standsFor(
  z.codec(z.unknown().optional(), z.null(), { decode: () => null, encode: () => null }),
  z.null(),
);

/** What is said of a token without a price. */
const noTokenInfo = named(
  "NoTokenInfo",
  z.object({
    success: failure,
    price: nothing,
    // Whatever was asked for, however long: no token has to have that name.
    token: expected(textAs(z.string().min(1))).describe("as it was asked for"),
    chain: described.chain,
    specificChain: nothing,
  }),
);

/** Service-interface 4.5. */
export const priceOperations = {
  getPrice: {
    id: "getPrice",
    method: "GET",
    path: "/api/price",
    auth: true,
    summary: "The current price of a token; `success` is false where there is none.",
    section: "4.5",
    ...venueRead("price"),
    query,
    answer: z.discriminatedUnion("success", [price, noPrice]),
    errors: [...READ_ERRORS, "MALFORMED", "TOKEN_REQUIRED"],
  },
  getTokenInfo: {
    id: "getTokenInfo",
    method: "GET",
    path: "/api/price/token-info",
    auth: true,
    summary: "A token's price and chain; `success` is false where there is no price.",
    section: "4.5",
    ...venueRead("tokenInfo"),
    query,
    answer: z.discriminatedUnion("success", [tokenInfo, noTokenInfo]),
    errors: [...READ_ERRORS, "MALFORMED", "TOKEN_REQUIRED"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
