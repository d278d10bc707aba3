import type { Delivery } from "../effect.js";
import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";

const fields = {
  operations: targets("all"),
  how: anyOf("reset", "silence").describe(
    "`reset`: the connection is reset. `silence`: it stays open until the client gives up. Default: random.",
  ),
} as const;

const DELIVERIES = {
  reset: { kind: "reset", sent: "nothing" },
  silence: { kind: "silence" },
} as const satisfies Record<string, Delivery>;

export const lostRequest = defineKind({
  name: "lost-request",
  summary: "The request never reaches the service, and no answer comes.",
  fields,
  arm: ({ how }) => ({
    meet: (_request, random) => ({ instead: "nothing", delivery: DELIVERIES[picked(how, random)] }),
  }),
});

export const lostAnswer = defineKind({
  name: "lost-answer",
  summary: "The service serves the request (the trade is made), but no answer comes.",
  fields,
  arm: ({ how }) => ({ meet: (_request, random) => ({ delivery: DELIVERIES[picked(how, random)] }) }),
});
