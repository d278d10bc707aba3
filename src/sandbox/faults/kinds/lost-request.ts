import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";

export const lostRequest = defineKind({
  name: "lost-request",
  summary: "The request never reaches the service, and no answer comes.",
  fields: {
    operations: targets("all"),
    how: anyOf("reset", "silence").describe(
      "`reset`: the connection is reset; `silence`: it stays open until the client gives up. Default: drawn.",
    ),
  },
  arm: ({ how }) => ({
    meet: (_request, random) => ({ instead: "nothing", delivery: lost(picked(how, random)) }),
  }),
});

/** How nothing is answered. */
export function lost(how: "reset" | "silence") {
  return how === "reset" ? ({ kind: "reset", sent: "nothing" } as const) : ({ kind: "silence" } as const);
}
