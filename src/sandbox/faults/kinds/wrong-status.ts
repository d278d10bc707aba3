import { isJsonObject, type JsonObject } from "../../../core/json.js";
import { anyOf, picked } from "../fields.js";
import { withJson } from "../json-answer.js";
import { defineKind } from "../kind.js";

const OTHER_ID = "00000000-0000-4000-8000-000000000000";

/** What the status says in place of the truth; null: there is nothing to be wrong about. */
const WRONG = {
  "none-active": (body) => ({ ...body, active: false, competition: null, message: "No active competition found" }),
  "not-participating": (body) => ({ ...body, participating: false }),
  "other-competition": (body) =>
    isJsonObject(body["competition"]) ? { ...body, competition: { ...body["competition"], id: OTHER_ID } } : null,
} as const satisfies Record<string, (body: JsonObject) => JsonObject | null>;

export const wrongStatus = defineKind({
  name: "wrong-status",
  summary: "The status answer about the competition is false.",
  fields: {
    says: anyOf("none-active", "not-participating", "other-competition").describe(
      "No competition is active (`none-active`), the team does not take part (`not-participating`), or another competition's id (`other-competition`). Default: random.",
    ),
  },
  only: ["getStatus"],
  arm: ({ says }) => ({
    meet(_request, random) {
      const write = WRONG[picked(says, random)];
      return { reshape: (answer) => withJson(answer, write) };
    },
  }),
});
