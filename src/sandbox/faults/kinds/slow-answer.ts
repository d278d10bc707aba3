import { z } from "zod";
import { drawn, span, targets } from "../fields.js";
import { defineKind } from "../kind.js";

export const slowAnswer = defineKind({
  name: "slow-answer",
  summary: "The answer drips: it goes out in pieces, with pauses between them.",
  fields: {
    operations: targets("all"),
    over: span().describe("How long the whole takes, in the sandbox's time."),
    pieces: z.int().min(2).max(1_000).default(10).describe("In how many pieces. Default: 10."),
  },
  arm: ({ over, pieces }) => ({
    meet: (_request, random) => ({
      delivery: { kind: "drip", pieces, pauseMs: Math.ceil(drawn(over, random) / (pieces - 1)) },
    }),
  }),
});
