import { z } from "zod";
import { isExit, type Control } from "../model/trade-risk.js";
import { formatLength } from "../core/time/duration.js";
import { APPROVED } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "pair-cooldown";
const schema = z.number().min(0).max(86_400);

export const pairCooldownControl = defineControl({
  name,
  key: "minSecondsBetweenTrades",
  subject: "pace",
  description: "Fewest seconds between two trades of a pair of tokens.",
  schema,
  config: schema.optional(),
  does: { entry: "refused while the pair, either way, was traded too recently", exit: "never waits" },
  codes: { TOO_SOON: { cause: "timing" } },
  create: pairCooldown,
});

/**
 * The fewest seconds between trades of a pair, whichever way: it stops a strategy that trades to and
 * fro. Parts of one decision do not wait for each other, and exits to cash never wait.
 */
export function pairCooldown(seconds: number): Control {
  return {
    name,
    assess(draft, context) {
      if (draft.continues || isExit(draft, context)) return APPROVED;
      const last = context.lastTradeOf(draft.from, draft.to, draft.decision);
      if (last === null || context.now - last >= seconds * 1000) return APPROVED;
      const when =
        context.now > last
          ? `were traded ${formatLength(context.now - last)} ago`
          : "are being traded by another decision";
      const reason = `${draft.from} and ${draft.to} ${when}, the least is ${seconds} s`;
      return { verdict: "refused", code: "TOO_SOON", reason };
    },
  };
}
