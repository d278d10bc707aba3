import { z } from "zod";
import { checkArguments, members } from "../../core/arguments.js";
import { messageWithRemedy } from "../../core/errors.js";
import { flag, text } from "../../core/kinds.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";

export interface TokenParamOptions {
  /**
   * Whether the strategy may buy it (the default). False for a token that it only looks at: such a
   * one may live on a chain where nothing can be bought.
   */
  readonly traded?: boolean;
}

interface Resolving {
  readonly registry: TokenRegistry;
  readonly traded: Set<TokenName>;
}

/** Set while params are parsed, and only then: zod gives a check no context of the caller's. */
let resolving: Resolving | null = null;

const GIVEN = z.object({
  initial: text.optional(),
  options: members({ traded: flag.optional() } satisfies Record<keyof TokenParamOptions, z.ZodType>).optional(),
});

const named = z.string().meta({ expected: "a token, such as WETH.eth" });

/**
 * A param that is a token: `WETH.eth`, an alias that is unique, or `address.chain`. When the strategy
 * is loaded with a config it becomes the token's full name; a name that does not exist is an error
 * that says which one is near. May stand in arrays, and as the key of a record. Throws ArgumentError.
 */
export function token(): z.ZodString;
export function token(initial: string, options?: TokenParamOptions): z.ZodPrefault<z.ZodString>;
export function token(initial: undefined, options: TokenParamOptions): z.ZodString;
export function token(initial?: string, options: TokenParamOptions = {}): z.ZodString | z.ZodPrefault<z.ZodString> {
  checkArguments("token", GIVEN, { initial, options });
  const schema = named.check((context) => {
    if (resolving === null) return;
    try {
      const { name } = resolving.registry.resolve(context.value);
      if (options.traded !== false) resolving.traded.add(name);
      context.value = name;
    } catch (error) {
      context.issues.push({ code: "custom", message: messageWithRemedy(error), input: context.value });
    }
  });
  return initial === undefined ? schema : schema.prefault(initial);
}

/** Runs `parse` with token params resolved through the registry; says which tokens were named to be traded. */
export function withTokens<T>(registry: TokenRegistry, parse: () => T): { result: T; traded: ReadonlySet<TokenName> } {
  const before = resolving;
  const mine = { registry, traded: new Set<TokenName>() };
  resolving = mine;
  try {
    return { result: parse(), traded: mine.traded };
  } finally {
    resolving = before;
  }
}
