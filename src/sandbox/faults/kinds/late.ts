import { drawn, span, targets } from "../fields.js";
import { defineKind } from "../kind.js";

const by = span().describe(
  "The delay in sandbox time. With two values ([5s, 30s]) each request gets a random one between them.",
);

export const lateRequest = defineKind({
  name: "late-request",
  summary: "The request arrives late. The service still serves it, even if the client has given up.",
  fields: { operations: targets("all"), by },
  arm: ({ by }) => ({ meet: (_request, random) => ({ holdMs: drawn(by, random) }) }),
});

export const lateAnswer = defineKind({
  name: "late-answer",
  summary: "The service serves the request at once, but the answer arrives late.",
  fields: { operations: targets("all"), by },
  arm: ({ by }) => ({ meet: (_request, random) => ({ delayMs: drawn(by, random) }) }),
});
