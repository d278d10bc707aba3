import { z } from "zod";
import { errorBody } from "../../error-body.js";
import { defineKind } from "../kind.js";

export const debitedRefusal = defineKind({
  name: "debited-refusal",
  summary: "A trade is made and moves the balances, but is answered with 400, as by older deployments.",
  fields: {
    text: z
      .string()
      .min(1)
      .max(500)
      .default("Trade execution failed")
      .describe("The error's text. Default: `Trade execution failed`."),
  },
  only: ["executeTrade"],
  arm: ({ text }) => ({
    meet: () => ({
      reshape: (answer) => (answer.status === 200 ? { ...answer, status: 400, body: errorBody(text) } : answer),
    }),
  }),
});
