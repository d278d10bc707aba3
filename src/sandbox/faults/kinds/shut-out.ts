import { SERVICE_ERRORS } from "../../../contract/index.js";
import { errorBody, JSON_TYPE } from "../../error-body.js";
import type { SandboxAnswer } from "../../exchanged.js";
import { anyOf, picked, targets } from "../fields.js";
import { defineKind } from "../kind.js";
import { madeUp } from "../made-up.js";

const REASON = "Rule violation";

const ANSWERS: Readonly<Record<401 | 403 | 500, SandboxAnswer>> = {
  401: { status: 401, headers: { "content-type": JSON_TYPE }, body: errorBody(SERVICE_ERRORS.INVALID_KEY.text()) },
  403: {
    status: 403,
    headers: { "content-type": JSON_TYPE },
    body: errorBody(SERVICE_ERRORS.DEACTIVATED.text({ reason: REASON })),
  },
  500: madeUp(500, "json"),
};

export const shutOut = defineKind({
  name: "shut-out",
  summary: "Requests with the key are refused while health is good, as after an end or for a removed team.",
  fields: {
    operations: targets("all"),
    status: anyOf(401, 403, 500).describe(
      `The status: \`401\` as for an unknown key, \`403\` as for a deactivated team (${REASON}), or \`500\`. Default: random.`,
    ),
  },
  arm: ({ status }) => ({
    meet: ({ operation }, random) => (operation.auth ? { instead: ANSWERS[picked(status, random)] } : null),
  }),
});
