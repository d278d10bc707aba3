import { isJsonObject, type JsonValue } from "../core/json.js";
import type { Price } from "../model/price.js";
import type { TokenName } from "../model/token.js";
import type { Database } from "./database.js";

/** How many of the last views, and of the last quotes, a bot takes prices from when it starts. */
export const SEEN_PRICES = 500;

/** The prices of a quote, USD; null where it has none. */
export interface QuotedPrices {
  readonly at: number;
  readonly from: TokenName;
  readonly to: TokenName;
  readonly fromPrice: number | null;
  readonly toPrice: number | null;
}

export interface SeenPrices {
  /** `prices` of each view. */
  readonly viewed: readonly JsonValue[];
  readonly quoted: readonly QuotedPrices[];
}

const NO_REHEARSAL = "(run IS NULL OR run NOT IN (SELECT number FROM runs WHERE rehearsal))";
// A view that is stored as what differs from the one before has its prices only where they differ.
const VIEWED = `
  SELECT coalesce(json_extract(view, '$.prices'), json_extract(view, '$.set.prices')) AS prices
  FROM strategy_ticks JOIN ticks ON ticks.id = strategy_ticks.tick
  WHERE view IS NOT NULL AND prices IS NOT NULL AND ${NO_REHEARSAL}
  ORDER BY strategy_ticks.id DESC LIMIT ${SEEN_PRICES}`;
const QUOTED = `
  SELECT quotes.at, quotes.from_token, quotes.to_token, from_price, to_price
  FROM quotes JOIN transitions ON transitions.id = quotes.transition
  WHERE ${NO_REHEARSAL} ORDER BY transition DESC LIMIT ${SEEN_PRICES}`;

/** What the database has of prices. */
export function seenPrices(db: Database): SeenPrices {
  return {
    viewed: db
      .statement(VIEWED)
      .all({})
      .map((row) => row.json("prices") as JsonValue),
    quoted: db
      .statement(QUOTED)
      .all({})
      .map((row) => ({
        at: row.number("at"),
        from: row.text("from_token"),
        to: row.text("to_token"),
        fromPrice: row.numberOrNull("from_price"),
        toPrice: row.numberOrNull("to_price"),
      })),
  };
}

/** The price of each token that was read last; of those read at one time the one that was written last. */
export function lastPrices({ viewed, quoted }: SeenPrices, tokens: ReadonlySet<TokenName>): Map<TokenName, Price> {
  const last = new Map<TokenName, Price>();
  const take = (token: TokenName, price: Price): void => {
    const known = last.get(token);
    if (tokens.has(token) && (known === undefined || price.readAt > known.readAt)) last.set(token, price);
  };
  for (const prices of viewed)
    if (isJsonObject(prices))
      for (const [token, seen] of Object.entries(prices)) {
        const price = priceOf(seen);
        if (price !== null) take(token, price);
      }
  for (const { at, from, to, fromPrice, toPrice } of quoted) {
    if (fromPrice !== null) take(from, { usd: fromPrice, readAt: at, movedAt: at });
    if (toPrice !== null) take(to, { usd: toPrice, readAt: at, movedAt: at });
  }
  return last;
}

/** A price of a view; null where it is none. */
function priceOf(seen: JsonValue): Price | null {
  if (!isJsonObject(seen)) return null;
  const { usd, readAt, movedAt } = seen;
  if (typeof usd !== "number" || typeof readAt !== "number" || typeof movedAt !== "number" || !(usd > 0)) return null;
  return { usd, readAt, movedAt };
}
