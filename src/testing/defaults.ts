import { z } from "zod";
import { must } from "../core/arguments.js";
import { text } from "../core/kinds.js";
import { KNOWN_TOKENS } from "../model/known-tokens.js";
import type { Rules } from "../model/rules.js";
import { TokenRegistry } from "../model/token-registry.js";
import { isPlainName, type Token, type TokenName } from "../model/token.js";
import { bindStrategy, type BindContext, type BoundStrategy } from "../strategy/bind/bind.js";
import type { Strategy } from "../strategy/define.js";
import { shapeProblem } from "../strategy/shape.js";
import { rulesOf } from "../venue/competition/rules-of.js";
import { DEFAULT_SETTINGS } from "../venue/settings.js";
import { NEW_YEAR } from "./bars-of.js";
import { checked } from "./checked.js";
import { TestFactsError } from "./errors.js";

/** The rules of the public service, and what its teams begin with. */
export const USUAL_RULES: Rules = rulesOf(DEFAULT_SETTINGS, NEW_YEAR);
export const USUAL_BALANCES: Readonly<Record<TokenName, number>> = Object.fromEntries(
  Object.entries(DEFAULT_SETTINGS.startBalances).map(([token, amount]) => [token, Number(amount)]),
);

const TOKENS = z
  .array(
    z.strictObject({
      name: must<string>("a name such as WETH.eth", (name) => typeof name === "string" && isPlainName(name)),
      address: text,
      chain: z.enum(["evm", "svm"]),
      specificChain: text,
      cash: z.boolean(),
    } satisfies Record<keyof Token, z.ZodType>),
  )
  .default([]);

/** The tokens in common use, and the `tokens` of these options. Throws TestFactsError. */
export function testTokens(what: string, options: { readonly tokens?: readonly Token[] }): TokenRegistry {
  const known = new TokenRegistry(KNOWN_TOKENS);
  const { tokens } = checked(what, z.looseObject({ tokens: TOKENS }), options, known);
  return new TokenRegistry([...KNOWN_TOKENS, ...tokens]);
}

/** A strategy as a config with these params would run it. Throws TestFactsError where it is none, or StrategyConfigError. */
export function boundForTest(
  strategy: Strategy,
  params: unknown,
  registry: TokenRegistry,
  reach: Pick<BindContext, "crossChain" | "fundedChains">,
): BoundStrategy {
  const problem = shapeProblem(strategy);
  if (problem !== null) throw new TestFactsError("the strategy", [{ path: [], message: problem }]);
  return bindStrategy(
    { definition: strategy, file: "(test)", source: "" },
    { params: params ?? {}, allocation: 1 },
    { registry, ...reach },
  );
}
