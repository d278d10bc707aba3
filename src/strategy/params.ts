import { z } from "zod";
import { didYouMean } from "../core/arguments.js";
import { deepFreeze } from "../core/freeze.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { Strategy } from "./define.js";
import { StrategyConfigError, type ParamIssue } from "./errors.js";
import type { Guard } from "./guard.js";
import { withTokens } from "./token-param.js";

type Issue = z.core.$ZodIssue;

/** Params as the strategy sees them, defaults filled in and tokens resolved; read-only: what it wrote on them would be state that no journal has. Throws StrategyConfigError, and what the guard does. */
export function parseParams(
  name: string,
  definition: Strategy,
  given: unknown,
  registry: TokenRegistry,
  guard: Guard,
): { params: unknown; traded: ReadonlySet<TokenName> } {
  const schema = strictly(definition.params);
  const { result, traded } = withTokens(registry, () => guard(() => schema.safeParse(given)));
  if (result.success) return { params: deepFreeze(result.data), traded };
  const names = schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : [];
  throw new StrategyConfigError(
    name,
    result.error.issues.flatMap((issue) => explain(issue, names)),
    `\`contender strategies\` lists the params of ${definition.name}.`,
  );
}

/**
 * An unknown param is nearly always a misspelt one: it must not fall silently back to its default, at whatever depth. Of
 * zod/mini too, whose objects have no `strict()`. What a part that is no plain object of the schema does with other members (a
 * transform, a union, one that says `loose`) is its own affair.
 */
function strictly(schema: Strategy["params"]): Strategy["params"] {
  return schema instanceof z.core.$ZodObject ? strictObject(schema) : schema;
}

type Schema = z.core.$ZodType;

function strictObject<Of extends z.core.$ZodObject>(schema: Of): Of {
  const { def } = schema._zod;
  const strict: z.core.$ZodObjectDef = {
    ...def,
    catchall: z.never(),
    // When it is asked for: a schema may have itself in it.
    get shape() {
      return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, strictPart(part)]));
    },
  };
  return z.core.clone(schema, strict);
}

function strictPart(part: Schema): Schema {
  if (part instanceof z.core.$ZodObject) return part._zod.def.catchall === undefined ? strictObject(part) : part;
  if (part instanceof z.core.$ZodArray) {
    const { def } = part._zod;
    return z.core.clone(part, { ...def, element: strictPart(def.element) });
  }
  if (!WRAPPERS.some((wrapper) => part instanceof wrapper)) return part;
  const { def } = (part as z.core.$ZodOptional)._zod;
  return z.core.clone(part, { ...def, innerType: strictPart(def.innerType) } as never);
}

const WRAPPERS = [
  z.core.$ZodOptional,
  z.core.$ZodNullable,
  z.core.$ZodDefault,
  z.core.$ZodPrefault,
  z.core.$ZodReadonly,
];

function explain(issue: Issue, names: readonly string[]): ParamIssue[] {
  const path = ["params", ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `there is no such param${issue.path.length === 0 ? didYouMean(key, names) : ""}`,
    }));
  if (issue.code === "invalid_key") return [{ path, message: issue.issues.map(({ message }) => message).join("; ") }];
  if (issue.code === "invalid_value")
    return [
      {
        path,
        message: `${issue.message}${didYouMean(typeof issue.input === "string" ? issue.input : "", issue.values.map(String))}`,
      },
    ];
  return [{ path, message: issue.message }];
}
