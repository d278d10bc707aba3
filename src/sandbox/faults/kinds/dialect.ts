import type { OperationId } from "../../../contract/index.js";
import { anyOf, targets } from "../fields.js";
import { withJson } from "../json-answer.js";
import { defineKind } from "../kind.js";
import { QUIRK_NAMES, QUIRKS, type Quirk } from "../quirks.js";

export const dialect = defineKind({
  name: "dialect",
  summary: "A good answer is written in the style of other deployments.",
  fields: {
    operations: targets("all"),
    quirks: anyOf(...QUIRK_NAMES).describe("One or several quirks, which all apply. Default: all."),
  },
  arm: ({ quirks }) => ({
    meet({ operation }) {
      const known = quirks.map((name): Quirk => QUIRKS[name]).filter((quirk) => concerns(quirk, operation.id));
      if (known.length === 0) return null;
      return {
        reshape: (answer) => withJson(answer, (body) => known.reduce((before, { write }) => write(before), body)),
      };
    },
  }),
});

function concerns({ of }: Quirk, id: OperationId): boolean {
  return of === undefined || of.includes(id);
}
