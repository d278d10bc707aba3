import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";
import { lost } from "./lost-request.js";

export const lostAnswer = defineKind({
  name: "lost-answer",
  summary: "The service does what it is asked for (the trade is made), and no answer comes.",
  fields: {
    operations: targets("all"),
    how: anyOf("reset", "silence").describe(
      "`reset`: the connection is reset; `silence`: it stays open until the client gives up. Default: drawn.",
    ),
  },
  arm: ({ how }) => ({ meet: (_request, random) => ({ delivery: lost(picked(how, random)) }) }),
});
