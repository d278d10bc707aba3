import { drawn, span, targets } from "../fields.js";
import { defineKind } from "../kind.js";

const by = span().describe("How late, in the sandbox's time; of two ([5s, 30s]) each request draws one between them.");

export const lateRequest = defineKind({
  name: "late-request",
  summary:
    "The request is on its way for long: the service does what it is asked for later, also when the client has given up.",
  fields: { operations: targets("all"), by },
  arm: ({ by }) => ({ meet: (_request, random) => ({ holdMs: drawn(by, random) }) }),
});

export const lateAnswer = defineKind({
  name: "late-answer",
  summary: "The service does what it is asked for at once, and the answer is on its way for long.",
  fields: { operations: targets("all"), by },
  arm: ({ by }) => ({ meet: (_request, random) => ({ delayMs: drawn(by, random) }) }),
});
