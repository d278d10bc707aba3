import { z } from "zod";
import { drawn, span, targets } from "../fields.js";
import { defineKind } from "../kind.js";

export const slowAnswer = defineKind({
  name: "slow-answer",
  summary: "The answer is sent slowly, in pieces with pauses between them.",
  fields: {
    operations: targets("all"),
    over: span().describe("Time until the whole answer is sent, in sandbox time."),
    pieces: z.int().min(2).max(1_000).default(10).describe("The number of pieces. Default: 10."),
  },
  arm: ({ over, pieces }) => ({
    meet: (_request, random) => ({
      delivery: { kind: "drip", pieces, pauseMs: Math.ceil(drawn(over, random) / (pieces - 1)) },
    }),
  }),
});
