import type { SandboxAnswer } from "../../exchanged.js";
import { drawn, shift, targets } from "../fields.js";
import { withJson } from "../json-answer.js";
import { mapAllFields } from "../json-walk.js";
import { defineKind } from "../kind.js";

const TIMES = new Set(["timestamp", "startDate", "endDate", "createdAt", "updatedAt", "snapshotTime"]);

export const clock = defineKind({
  name: "clock",
  summary: "All times sent by the service are wrong: the Date header, X-RateLimit-Reset and every timestamp.",
  fields: {
    operations: targets("all"),
    by: shift().describe(
      "The error: `5m` is fast, `-5m` slow. With two values (`[-5m, 5m]`) each answer uses a random one between them, so that the clock jumps.",
    ),
  },
  arm: ({ by }) => ({
    meet(_request, random) {
      const ms = drawn(by, random);
      return ms === 0 ? null : { reshape: (answer) => withTimes(withHeaders(answer, ms), ms) };
    },
  }),
});

function withHeaders(answer: SandboxAnswer, ms: number): SandboxAnswer {
  const { date, "x-ratelimit-reset": reset } = answer.headers;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(date === undefined ? {} : { date: new Date(Date.parse(date) + ms).toUTCString() }),
      ...(reset === undefined ? {} : { "x-ratelimit-reset": String(Number(reset) + ms) }),
    },
  };
}

function withTimes(answer: SandboxAnswer, ms: number): SandboxAnswer {
  return withJson(answer, (body) =>
    mapAllFields(body, (value, name) => (TIMES.has(name) && typeof value === "string" ? shifted(value, ms) : value)),
  );
}

/** A text that is no time stays as it is: another fault may have been there before. */
function shifted(text: string, ms: number): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time + ms).toISOString();
}
