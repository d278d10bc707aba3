import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json.js";
import { anyOf, picked, targets } from "../fields.js";
import { withJson } from "../json-answer.js";
import { mapAllFields, mapFields } from "../json-walk.js";
import { defineKind } from "../kind.js";

const VALUES = {
  none: () => null,
  zero: () => 0,
  negative: (price) => -price,
  tiny: (price) => price / 1e9,
  huge: (price) => price * 1e9,
  tenth: (price) => price / 10,
  tenfold: (price) => price * 10,
} as const satisfies Record<string, (price: number) => number | null>;

/** What is a price, or what follows from one. */
const PRICES = new Set(["price", "value", "totalValue"]);

export const prices = defineKind({
  name: "prices",
  summary:
    "Prices are missing, zero or absurd in answers of price, token info, quote and portfolio. Trades use the true prices.",
  fields: {
    operations: targets("price"),
    value: anyOf("none", "zero", "unknown", "negative", "tiny", "huge", "tenth", "tenfold").describe(
      "`none` is null, `unknown` the answer for a token without a price (`success` false), `tiny` a thousand millionth of the price, `huge` a thousand million times the price. Default: random.",
    ),
  },
  arm: ({ value }) => ({
    meet(_request, random) {
      const drawn = picked(value, random);
      const write = drawn === "unknown" ? unknown : (body: JsonObject) => priced(body, VALUES[drawn]);
      return { reshape: (answer) => withJson(answer, write) };
    },
  }),
});

/** Of a quote and a portfolio, which have no such answer, nothing is said. */
function unknown(body: JsonObject): JsonObject | null {
  if (!("price" in body)) return null;
  if ("timestamp" in body) return { success: false };
  return { ...body, success: false, price: null, specificChain: null };
}

function priced(body: JsonObject, change: (price: number) => number | null): JsonObject {
  const changed = (value: JsonValue): JsonValue => (typeof value === "number" ? change(value) : value);
  const all = mapAllFields(body, (value, name) => (PRICES.has(name) ? changed(value) : value));
  const { prices } = all;
  return isJsonObject(prices) ? { ...all, prices: mapFields(prices, changed) } : all;
}
