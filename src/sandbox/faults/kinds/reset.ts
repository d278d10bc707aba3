import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";

const SENT = { before: "headers", during: "half", after: "whole" } as const;

export const reset = defineKind({
  name: "reset",
  summary: "The request is served, but the connection is reset while the answer is sent.",
  fields: {
    operations: targets("all"),
    when: anyOf("before", "during", "after").describe(
      "`before` the body (status and headers were sent), `during` it (half of it was sent), or `after` it. Default: random.",
    ),
  },
  arm: ({ when }) => ({
    meet: (_request, random) => ({ delivery: { kind: "reset", sent: SENT[picked(when, random)] } }),
  }),
});
