import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";
import { madeUp } from "../made-up.js";
import type { SandboxAnswer } from "../../exchanged.js";

const GARBLED = {
  half: (answer) => ({ ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) }),
  html: ({ status }) => ({ ...madeUp(200, "html"), status }),
  empty: (answer) => ({ ...answer, body: "" }),
  text: (answer) => ({ ...answer, body: "OK" }),
  list: (answer) => ({ ...answer, body: "[]" }),
  null: (answer) => ({ ...answer, body: "null" }),
} as const satisfies Record<string, (answer: SandboxAnswer) => SandboxAnswer>;

export const garbled = defineKind({
  name: "garbled",
  summary: "The request is served, but the body of the answer is unusable.",
  fields: {
    operations: targets("all"),
    body: anyOf("half", "html", "empty", "text", "list", "null").describe(
      "The body: `half` of the JSON, a web page (`html`), nothing (`empty`), a word (`text`), `[]` (`list`), `null`. Default: random.",
    ),
  },
  arm: ({ body }) => ({
    meet(_request, random) {
      return { reshape: GARBLED[picked(body, random)] };
    },
  }),
});
