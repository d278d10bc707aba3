import { SERVICE_ERRORS } from "../../../contract/index.js";
import { errorBody, JSON_TYPE } from "../../error-body.js";
import type { SandboxAnswer } from "../../exchanged.js";
import { anyOf, drawn, picked, span, targets } from "../fields.js";
import { defineKind } from "../kind.js";

export const rateLimited = defineKind({
  name: "rate-limited",
  summary: "The client gets 429, and the service never gets the request.",
  fields: {
    operations: targets("all"),
    headers: anyOf("both", "retry-after", "none").describe(
      "The headers of the answer: Retry-After and X-RateLimit-Reset, only the first, or none. Default: random.",
    ),
    retryAfter: span().prefault(["1s", "5s"]).describe("The stated time to wait. Default: [1s, 5s]."),
  },
  arm: ({ headers, retryAfter }, { clock }) => ({
    meet(_request, random) {
      const seconds = Math.max(1, Math.ceil(drawn(retryAfter, random) / 1000));
      return { instead: tooMany(seconds, clock.now() + seconds * 1000, picked(headers, random)) };
    },
  }),
});

/** A 429 as the service writes it, with the headers that are meant. */
export function tooMany(seconds: number, resetAt: number, headers: "both" | "retry-after" | "none"): SandboxAnswer {
  return {
    status: 429,
    headers: {
      "content-type": JSON_TYPE,
      ...(headers === "none" ? {} : { "retry-after": String(seconds) }),
      ...(headers === "both" ? { "x-ratelimit-reset": String(resetAt) } : {}),
    },
    body: errorBody(SERVICE_ERRORS.RATE_LIMITED.text({ seconds })),
  };
}
