import type { JsonObject } from "../../../core/json.js";
import { drawn, span } from "../fields.js";
import { withJson } from "../json-answer.js";
import { defineKind } from "../kind.js";

export const emptyTrades = defineKind({
  name: "empty-trades",
  summary: "The trade list is empty.",
  fields: {},
  only: ["getTrades"],
  arm: () => ({
    meet: () => ({
      reshape: (answer) => withJson(answer, (body) => (tradesOf(body).length === 0 ? null : { ...body, trades: [] })),
    }),
  }),
});

export const laggingTrades = defineKind({
  name: "lagging-trades",
  summary: "The trade list is an old one, without the latest trades.",
  fields: {
    by: span().describe(
      "The age of the list, in sandbox time. With two values ([5s, 30s]) each request gets a random one between them, so that later lists may be older.",
    ),
  },
  only: ["getTrades"],
  arm: ({ by }, { clock }) => ({
    meet(_request, random) {
      const age = drawn(by, random);
      return {
        reshape: (answer) =>
          withJson(answer, (body) => {
            const then = clock.now() - age;
            const trades = tradesOf(body);
            const known = trades.filter(({ timestamp }) => Date.parse(timestamp as string) <= then);
            return known.length === trades.length ? null : { ...body, trades: known };
          }),
      };
    },
  }),
});

function tradesOf(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body["trades"]) ? (body["trades"] as readonly JsonObject[]) : [];
}
