import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";
import { madeUp } from "../made-up.js";

const fields = {
  operations: targets("all"),
  status: anyOf(500, 502, 503, 504).describe("The status. Default: random."),
  body: anyOf("json", "html", "empty").describe("The content of the body. Default: random."),
} as const;

export const errorBefore = defineKind({
  name: "error-before",
  summary: "The client gets a 5xx, and the service never gets the request.",
  fields,
  arm: ({ status, body }) => ({
    meet: (_request, random) => ({ instead: madeUp(picked(status, random), picked(body, random)) }),
  }),
});

export const errorAfter = defineKind({
  name: "error-after",
  summary: "The service serves the request (the trade is made), but the client gets a 5xx.",
  fields,
  arm: ({ status, body }) => ({
    meet(_request, random) {
      const answer = madeUp(picked(status, random), picked(body, random));
      return { reshape: () => answer };
    },
  }),
});
