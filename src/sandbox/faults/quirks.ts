import type { OperationId } from "../../contract/index.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.js";
import { mapAllFields, mapObjects } from "./json-walk.js";

/** One way in which deployments write an answer otherwise than the interface says. */
export interface Quirk {
  /** One sentence. */
  readonly summary: string;
  /** Whose answers; all where it is left out. */
  readonly of?: readonly OperationId[];
  /** The answer as these deployments write it. */
  readonly write: (body: JsonObject) => JsonObject;
}

const SOME_TIME = "2025-01-01T00:00:00.000Z";

/** Service notes, "Real-world quirks" and "Status answers", as far as they are ways to write an answer. */
export const QUIRKS = {
  "token-address": {
    summary: "Balances have `tokenAddress` instead of `token`, and database fields.",
    of: ["getBalances"],
    write: (body) => ({ ...body, balances: mapList(body["balances"], balanceOfDatabase) }),
  },
  "chain-case": {
    summary: "Chains are written in the other letter case: `evm` for `EVM`, `ETH` for `eth`.",
    write: (body) =>
      mapAllFields(body, (value, name) =>
        /chain$/i.test(name) && typeof value === "string" ? otherCase(value) : value,
      ),
  },
  "bare-price": {
    summary: "Price answers leave out `token` and `timestamp`.",
    of: ["getPrice", "getTokenInfo"],
    write: (body) => without(body, "token", "timestamp"),
  },
  "null-chain": {
    summary: "Price answers have null as `specificChain`.",
    of: ["getPrice", "getTokenInfo"],
    write: (body) => ({ ...body, specificChain: null }),
  },
  "quote-objects": {
    summary: "A quote's prices are objects with price, token, timestamp and chain.",
    of: ["getQuote"],
    write: (body) => ({ ...body, prices: isJsonObject(body["prices"]) ? quotedObjects(body, body["prices"]) : null }),
  },
  nulls: {
    summary: "All optional values are null: descriptions, end dates, metadata, errors, reasons of deactivation.",
    write: (body) =>
      mapAllFields(body, (value, name) =>
        ["description", "endDate", "metadata", "error", "deactivationReason"].includes(name) ? null : value,
      ),
  },
  "extra-fields": {
    summary: "Every object has unknown fields.",
    write: (body) =>
      mapObjects(body, (object) => ({
        ...object,
        _v: 2,
        internalNote: null,
        flags: { beta: [true, "x"] },
      })),
  },
  "unpriced-holding": {
    summary: "The portfolio's most valuable token has no price for a while and counts as zero.",
    of: ["getPortfolio"],
    write: withoutDearest,
  },
  "short-status": {
    summary: "The status has no `message`, and no `participating` if no competition is active.",
    of: ["getStatus"],
    write: (body) => without(body, "message", ...(body["active"] === true ? [] : ["participating"])),
  },
  "new-states": {
    summary: "States are in lower case, with `ended` for `COMPLETED`.",
    write: (body) =>
      mapAllFields(body, (value, name) =>
        name === "status" && typeof value === "string" ? value.replace("COMPLETED", "ended").toLowerCase() : value,
      ),
  },
} as const satisfies Record<string, Quirk>;

type QuirkName = keyof typeof QUIRKS;
export const QUIRK_NAMES = Object.keys(QUIRKS) as [QuirkName, ...QuirkName[]];

function without(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function mapList(list: JsonValue | undefined, change: (item: JsonObject, index: number) => JsonObject): JsonValue {
  if (!Array.isArray(list)) return list ?? null;
  return (list as readonly JsonValue[]).map((item, i) => (isJsonObject(item) ? change(item, i) : item));
}

function balanceOfDatabase({ token = null, ...others }: JsonObject, index: number): JsonObject {
  return { id: index + 1, teamId: "T", tokenAddress: token, ...others, createdAt: SOME_TIME, updatedAt: SOME_TIME };
}

function otherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

function quotedObjects({ fromToken = null, toToken = null, chains }: JsonObject, prices: JsonObject): JsonObject {
  const { fromChain = null, toChain = null } = isJsonObject(chains) ? chains : {};
  const { fromToken: fromPrice = null, toToken: toPrice = null } = prices;
  if (isJsonObject(fromPrice)) return prices;
  const place = { timestamp: SOME_TIME, specificChain: null };
  return {
    fromToken: { price: fromPrice, token: fromToken, chain: fromChain, ...place },
    toToken: { price: toPrice, token: toToken, chain: toChain, ...place },
  };
}

function withoutDearest(body: JsonObject): JsonObject {
  const { tokens } = body;
  if (!Array.isArray(tokens)) return body;
  const values = (tokens as readonly JsonValue[]).map((token) => (isJsonObject(token) ? Number(token["value"]) : 0));
  const dearest = values.indexOf(Math.max(...values));
  return {
    ...body,
    tokens: mapList(tokens, (token, i) => (i === dearest ? { ...token, price: 0, value: 0 } : token)),
    totalValue: Math.max(0, Number(body["totalValue"]) - (values[dearest] ?? 0)),
  };
}
