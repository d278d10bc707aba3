import { z } from "zod";
import { defineKind } from "../kind.js";
import { madeUp } from "../made-up.js";
import type { Effect } from "../effect.js";

const EFFECTS = {
  refused: { instead: "nothing", delivery: { kind: "refused" } },
  reset: { instead: "nothing", delivery: { kind: "reset", sent: "nothing" } },
  "503": { instead: madeUp(503, "html") },
} as const satisfies Record<string, Effect>;

export const away = defineKind({
  name: "away",
  summary: "The service is unreachable for a window of time.",
  fields: {
    how: z
      .enum(["refused", "reset", "503"], 'Expected "refused", "reset" or "503"')
      .default("refused")
      .describe(
        "Connections are `refused` (open ones are closed), every request's connection is `reset`, or a proxy answers `503`. Default: `refused`.",
      ),
  },
  only: ["all"],
  always: true,
  arm: ({ how }) => ({ meet: () => EFFECTS[how], closesDoors: how === "refused" }),
});
