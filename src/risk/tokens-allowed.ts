import { z } from "zod";
import type { Control } from "../model/trade-risk.js";
import type { TokenName } from "../model/token.js";
import { APPROVED } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "tokens-allowed";
const schema = z.array(z.string().min(1).meta({ expected: "the name of a token, such as WETH.eth" })).min(1);

export const tokensAllowedControl = defineControl({
  name,
  key: "tokens",
  subject: "tokens",
  description: "The only tokens that may be bought, beside cash. Default: all.",
  schema,
  config: schema.optional(),
  does: { entry: "refused for a token that is not in the list", exit: "always allowed" },
  codes: { TOKEN_NOT_ALLOWED: { cause: "rule" } },
  create: tokensAllowed,
  examine(tokens, { strategies, isCash }) {
    const allowed = new Set(tokens);
    return strategies.flatMap((strategy) => {
      const barred = strategy.traded.filter((token) => !allowed.has(token) && !isCash(token));
      if (barred.length === 0) return [];
      const text = `\`tokens\` does not let ${strategy.name} buy ${barred.join(", ")}`;
      return [{ text, remedy: "Add it there, or name another one in the strategy's params." }];
    });
  },
});

/** The tokens that may be bought. Cash always may, so that every exit stays open; selling is never refused. */
export function tokensAllowed(tokens: readonly TokenName[]): Control {
  const allowed = new Set(tokens);
  return {
    name,
    assess(draft, context) {
      if (context.isCash(draft.to) || allowed.has(draft.to)) return APPROVED;
      const reason = `${draft.to} is not among the tokens that may be bought: ${[...allowed].join(", ") || "none"}`;
      return { verdict: "refused", code: "TOKEN_NOT_ALLOWED", reason };
    },
  };
}
