import { z } from "zod";
import { didYouMean } from "../../core/arguments.js";
import { deepFreeze } from "../../core/freeze.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { Strategy } from "../define.js";
import { StrategyConfigError, type ParamIssue } from "../errors.js";
import type { Guard } from "../guard.js";
import { keysOnce } from "./keys-once.js";
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
  const unheard = result.success ? guard(() => protoKeys(given, ["params"])) : [];
  if (result.success && unheard.length === 0) return { params: deepFreeze(result.data), traded };
  const names = schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : [];
  throw new StrategyConfigError(
    name,
    result.success ? unheard : result.error.issues.flatMap((issue) => explain(issue, names)),
    `\`contender strategies\` lists the params of ${definition.name}.`,
  );
}

/** Where params have a member `__proto__`: records of zod, and what else takes any key, leave it out without a word. */
function protoKeys(given: unknown, path: ParamIssue["path"], above: readonly unknown[] = []): ParamIssue[] {
  if (typeof given !== "object" || given === null || above.includes(given)) return [];
  return Object.entries(given).flatMap(([key, part]) => {
    const own = [...path, Array.isArray(given) ? Number(key) : key];
    if (key === "__proto__") return [{ path: own, message: "there is no such param" }];
    return protoKeys(part, own, [...above, given]);
  });
}

/**
 * An unknown param is nearly always a misspelt one: it must not fall silently back to its default, at whatever depth. Of
 * zod/mini too, whose objects have no `strict()`. What an object of the schema below the first does that says what else it takes
 * (a `loose` one), or what was made of the input before it is looked at (`preprocess`), is its own affair.
 */
function strictly(schema: Strategy["params"]): Strategy["params"] {
  return schema instanceof z.core.$ZodObject ? strictObject(schema) : (strictPart(schema) as Strategy["params"]);
}

type Schema = z.core.$ZodType;

function strictObject<Of extends z.core.$ZodObject>(schema: Of, others: readonly Schema[] = []): Of {
  const { def } = schema._zod;
  const isOwn = (name: string): boolean => others.every((other) => lacks(other, name));
  const strict: z.core.$ZodObjectDef = {
    ...def,
    catchall: z.never(),
    // When it is asked for: a schema may have itself in it.
    get shape() {
      const members = Object.entries(def.shape);
      return Object.fromEntries(members.map(([name, part]) => [name, isOwn(name) ? strictPart(part) : part]));
    },
  };
  return z.core.clone(schema, strict);
}

/** Whether a schema is certain to say nothing of a member. */
function lacks(schema: Schema, name: string): boolean {
  return schema instanceof z.core.$ZodObject && !Object.hasOwn(schema._zod.def.shape, name);
}

/** @param others what it is intersected with: of what both say something, neither knows all the keys */
function strictPart(part: Schema, others: readonly Schema[] = []): Schema {
  if (part instanceof z.core.$ZodObject)
    return part._zod.def.catchall === undefined ? strictObject(part, others) : part;
  if (part instanceof z.core.$ZodIntersection) {
    const { def } = part._zod;
    const [left, right] = [strictPart(def.left, [...others, def.right]), strictPart(def.right, [...others, def.left])];
    // This package's own, of whichever zod the schema is: not each has known that a key of one side is none too many.
    return new z.ZodIntersection({ ...def, left, right });
  }
  const strict = others.length > 0 && isOfMany(part) ? null : strictMembers(part, others);
  if (strict === null) return part;
  const whole = z.core.clone(part, { ...part._zod.def, ...strict });
  return whole instanceof z.core.$ZodRecord ? keysOnce(whole._zod.def.keyType).pipe(whole) : whole;
}

const isOfMany = (part: Schema): boolean =>
  [z.core.$ZodArray, z.core.$ZodRecord, z.core.$ZodTuple].some((many) => part instanceof many);

/** The members of a schema's definition that are schemas of what is in it; null where it has none. */
function strictMembers(part: Schema, others: readonly Schema[]): object | null {
  const strict = (one: Schema): Schema => strictPart(one, others);
  if (part instanceof z.core.$ZodArray) return { element: strict(part._zod.def.element) };
  if (part instanceof z.core.$ZodRecord) return { valueType: strict(part._zod.def.valueType) };
  if (part instanceof z.core.$ZodUnion) return { options: part._zod.def.options.map(strict) };
  if (part instanceof z.core.$ZodPipe) return { in: strict(part._zod.def.in) };
  if (part instanceof z.core.$ZodLazy) return { getter: () => strict(part._zod.innerType), _cachedInner: undefined };
  if (part instanceof z.core.$ZodTuple) {
    const { items, rest } = part._zod.def;
    return { items: items.map(strict), rest: rest === null ? null : strict(rest) };
  }
  if (!WRAPPERS.some((wrapper) => part instanceof wrapper)) return null;
  return { innerType: strict((part as z.core.$ZodOptional)._zod.def.innerType) };
}

const WRAPPERS = [
  z.core.$ZodOptional,
  z.core.$ZodNullable,
  z.core.$ZodNonOptional,
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
  if (issue.code === "invalid_union") {
    const misspelt = issue.errors
      .filter((of) => of.length > 0 && of.every(({ code }) => code === "unrecognized_keys"))
      .map((of) => of.flatMap((one) => explain({ ...one, path: [...issue.path, ...one.path] }, names)))
      .sort((a, b) => a.length - b.length);
    if (misspelt[0] !== undefined) return misspelt[0];
  }
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
