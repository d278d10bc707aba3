import type { Control } from "../model/trade-risk.js";
import type { TokenName } from "../model/token.js";
import { APPROVED } from "./amounts.js";

/** The tokens that may be bought. Cash always may, so that every exit stays open; selling is never refused. */
export function tokensAllowed(tokens: readonly TokenName[]): Control {
  const allowed = new Set(tokens);
  return {
    name: "tokens-allowed",
    assess(draft, context) {
      if (context.isCash(draft.to) || allowed.has(draft.to)) return APPROVED;
      const reason = `${draft.to} is not among the tokens that may be bought: ${[...allowed].join(", ") || "none"}`;
      return { verdict: "refused", code: "TOKEN_NOT_ALLOWED", reason };
    },
  };
}
