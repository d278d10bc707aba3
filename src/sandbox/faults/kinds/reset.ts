import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";

const SENT = { before: "headers", during: "half", after: "whole" } as const;

export const reset = defineKind({
  name: "reset",
  summary: "The request is served, and the connection is reset while the answer goes out.",
  fields: {
    operations: targets("all"),
    when: anyOf("before", "during", "after").describe(
      "`before` the body (status and headers have gone out), `during` it (half of it has), `after` it. Default: drawn.",
    ),
  },
  arm: ({ when }) => ({
    meet: (_request, random) => ({ delivery: { kind: "reset", sent: SENT[picked(when, random)] } }),
  }),
});
