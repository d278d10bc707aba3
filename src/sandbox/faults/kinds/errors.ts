import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";
import { madeUp } from "../made-up.js";

const fields = {
  operations: targets("all"),
  status: anyOf(500, 502, 503, 504).describe("The status. Default: drawn from these four."),
  body: anyOf("json", "html", "empty").describe("What stands in the body. Default: drawn."),
} as const;

export const errorBefore = defineKind({
  name: "error-before",
  summary: "A 5xx is answered, and the service never gets the request.",
  fields,
  arm: ({ status, body }) => ({
    meet: (_request, random) => ({ instead: madeUp(picked(status, random), picked(body, random)) }),
  }),
});

export const errorAfter = defineKind({
  name: "error-after",
  summary: "The service does what it is asked for (the trade is made), and a 5xx is answered.",
  fields,
  arm: ({ status, body }) => ({
    meet(_request, random) {
      const answer = madeUp(picked(status, random), picked(body, random));
      return { reshape: () => answer };
    },
  }),
});
