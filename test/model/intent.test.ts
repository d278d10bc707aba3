import { expect, it } from "vitest";
import { INTENT_STATES, mayFollow } from "../../src/model/intent.js";

it("only the protocol's steps are allowed, and none leads back to SENT", () => {
  const allowed = INTENT_STATES.flatMap((from) =>
    INTENT_STATES.filter((to) => mayFollow(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    "PREPARED → DROPPED",
    "PREPARED → SENT",
    "SENT → FILLED",
    "SENT → REJECTED",
    "SENT → UNKNOWN",
    "UNKNOWN → FILLED",
    "UNKNOWN → NOT_EXECUTED",
    "UNKNOWN → CONFLICT",
    "NOT_EXECUTED → CONFLICT",
    "CONFLICT → FILLED",
    "CONFLICT → NOT_EXECUTED",
  ]);
});
