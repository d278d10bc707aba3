import { z } from "zod";
import { isTooDeep } from "../../core/json.js";
import { blockchain, identifier, heldPrice, quantity, specificChain, success, text, timestamp } from "../fields.js";
import { venueRead, type Operation } from "../operation.js";
import { READ_ERRORS } from "../service-errors.js";
import { expected, named, nullable, omittable, standsFor, withAlias } from "../tolerant.js";
import { trade } from "./trade.js";

const anyText = z.string().optional();

/** Service-interface 2.2. What a team sends, and it replaces the old one whole: fields of its own are kept. */
const teamMetadata = named(
  "TeamMetadata",
  z.looseObject({
    ref: z.looseObject({ name: anyText, version: anyText, url: anyText }).optional(),
    description: anyText,
    social: z.looseObject({ name: anyText, email: anyText, twitter: anyText }).optional(),
  }),
);

/** What was ever saved may have any shape, and a profile is not refused for it. */
const savedMetadata = standsFor(
  z.unknown().refine((value) => !isTooDeep(value), "Nested too deeply"),
  teamMetadata,
);

/** Service-interface 2.1. */
const team = named(
  "Team",
  z.object({
    id: identifier.describe("team identifier"),
    name: text.describe("team name"),
    email: expected(text.describe("team e-mail address")),
    contactPerson: expected(text.describe("contact person name; updatable")),
    metadata: nullable(savedMetadata).describe("optional agent metadata; updatable"),
    createdAt: expected(timestamp),
    updatedAt: expected(timestamp),
  }),
);

/** Service-interface 2.3; extra fields (`id`, `teamId`, …) and the name `tokenAddress` occur. */
const balance = withAlias(
  named(
    "Balance",
    z.object({
      token: identifier.describe("token address"),
      amount: quantity,
      chain: blockchain.describe("blockchain type, lower case"),
      specificChain: specificChain.describe("specific chain name"),
    }),
  ),
  "token",
  "tokenAddress",
);

/** Service-interface 2.4. */
const portfolioToken = named(
  "PortfolioToken",
  z.object({
    token: identifier.describe("token address"),
    amount: quantity,
    price: heldPrice.describe("USD"),
    value: quantity.describe("USD"),
    chain: blockchain.describe("blockchain type, lower case"),
    specificChain: expected(specificChain.describe("specific chain name")),
  }),
);

const profileAnswer = z.object({ success, team });

/** Service-interface 4.1. */
export const accountOperations = {
  getProfile: {
    id: "getProfile",
    method: "GET",
    path: "/api/account/profile",
    auth: true,
    summary: "The profile of the authenticated team.",
    section: "4.1",
    ...venueRead("profile"),
    answer: profileAnswer,
    errors: READ_ERRORS,
  },
  updateProfile: {
    id: "updateProfile",
    method: "PUT",
    path: "/api/account/profile",
    auth: true,
    summary: "Changes the fields that are sent, and no others; unknown fields are ignored, metadata is replaced whole.",
    section: "4.1",
    scopes: ["account"],
    access: "write",
    repeatable: true,
    shared: false,
    body: z.object({
      contactPerson: z.string().optional().describe("new contact person name"),
      metadata: teamMetadata.optional().describe("new agent metadata"),
    }),
    answer: profileAnswer,
    errors: [...READ_ERRORS, "TOO_LARGE", "MALFORMED"],
  },
  resetApiKey: {
    id: "resetApiKey",
    method: "POST",
    path: "/api/account/reset-api-key",
    auth: true,
    summary: "Makes the current API key invalid at once and returns a new one.",
    section: "4.1",
    scopes: ["account"],
    access: "write",
    repeatable: false,
    shared: false,
    answer: z.object({ success, apiKey: z.string().min(1).describe("the new key") }),
    // It takes no body; one that comes all the same is read before it is ignored.
    errors: [...READ_ERRORS, "TOO_LARGE", "MALFORMED"],
  },
  getBalances: {
    id: "getBalances",
    method: "GET",
    path: "/api/account/balances",
    auth: true,
    summary: "The team's token balances, as they are now.",
    section: "4.1",
    ...venueRead("balances"),
    answer: z.object({ success, teamId: identifier, balances: z.array(balance) }),
    errors: READ_ERRORS,
  },
  getPortfolio: {
    id: "getPortfolio",
    method: "GET",
    path: "/api/account/portfolio",
    auth: true,
    summary: "The team's portfolio as the last snapshot valued it; it may be minutes old.",
    section: "4.1",
    ...venueRead("portfolio"),
    answer: z.object({
      success,
      teamId: identifier,
      totalValue: quantity.describe("USD"),
      tokens: z.array(portfolioToken).describe("those that have a price"),
      snapshotTime: omittable(timestamp).describe("left out where no snapshot exists yet"),
      source: text.describe("`snapshot`, or `live-calculation` where no snapshot exists yet"),
    }),
    errors: READ_ERRORS,
  },
  getTrades: {
    id: "getTrades",
    method: "GET",
    path: "/api/account/trades",
    auth: true,
    summary: "The team's trades of all competitions, newest first.",
    section: "4.1",
    ...venueRead("trades"),
    answer: z.object({ success, teamId: identifier, trades: z.array(trade) }),
    errors: READ_ERRORS,
  },
} as const satisfies Readonly<Record<string, Operation>>;
