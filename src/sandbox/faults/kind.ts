import { z } from "zod";
import type { Random } from "../../core/random.js";
import type { Effect, FaultRequest } from "./effect.js";
import { chanceFields, windowFields } from "./fields.js";
import type { Target } from "./targets.js";
import type { FaultWorld } from "./world.js";

/** An active fault of a plan. */
export interface ArmedKind {
  /** Returns the effect on a request; null if the fault does not apply to it. */
  meet(request: FaultRequest, random: Random): Effect | null;
  /** Returns the effect on a matching request that the fault spares, such as remembering the answer. */
  spare?(request: FaultRequest): Effect | null;
  /** Whether the sandbox does not listen while the fault lasts. */
  readonly closesDoors?: boolean;
}

/** The definition of a kind of fault. */
interface KindSpec<Name extends string, Fields extends z.ZodRawShape> {
  readonly name: Name;
  /** What happens, one sentence. */
  readonly summary: string;
  /** Its own fields. A field `operations` names the operations it applies to. */
  readonly fields: Fields;
  /** The operations it applies to without such a field. */
  readonly only?: readonly Target[];
  /** Whether it applies to every request while it lasts, without a probability. */
  readonly always?: boolean;
  arm(fields: z.output<z.ZodObject<Fields>>, world: FaultWorld): ArmedKind;
}

/** A validated fault of a plan. */
export interface CheckedFault {
  readonly kind: string;
  readonly targets: readonly Target[];
  readonly rate: number;
  /** Milliseconds after the sandbox's start; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly skip: number;
  readonly max: number;
  arm(world: FaultWorld): ArmedKind;
}

/** A kind of fault, with the schema of a plan's entry. */
export interface Kind<Name extends string = string, Fields extends z.ZodRawShape = z.ZodRawShape> extends Omit<
  KindSpec<Name, Fields>,
  "arm"
> {
  readonly schema: z.ZodObject;
  /** The fault of an entry that has passed the schema. */
  check(entry: Readonly<Record<string, unknown>>): CheckedFault;
}

const whenFields = { ...windowFields, ...chanceFields };
/** Those of chance are left out where it has none. */
type When = z.output<z.ZodObject<typeof windowFields>> & Partial<z.output<z.ZodObject<typeof chanceFields>>>;

export function defineKind<const Name extends string, Fields extends z.ZodRawShape>(
  spec: KindSpec<Name, Fields>,
): Kind<Name, Fields> {
  const { arm, ...told } = spec;
  const schema = z.strictObject({
    kind: z.literal(spec.name),
    ...spec.fields,
    ...(spec.always ? windowFields : whenFields),
  });
  return {
    ...told,
    schema: withWindow(schema),
    check(entry) {
      const { from, to, for: length, rate = 1, skip = 0, max = Infinity } = entry as When;
      return {
        kind: spec.name,
        targets: spec.only ?? (entry["operations"] as readonly Target[]),
        ...{ rate, from, skip, max },
        to: to ?? (length === undefined ? Infinity : from + length),
        arm: (world) => arm(entry as z.output<z.ZodObject<Fields>>, world),
      };
    },
  };
}

/** Refuses windows that never are. */
function withWindow(schema: z.ZodObject): z.ZodObject {
  return schema.superRefine((entry, context) => {
    const { from, to, for: length } = entry as Partial<When>;
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: "custom", path: [field], message });
    if (to !== undefined && length !== undefined) refuse("for", "`to` and `for` exclude each other: give only one");
    else if (to !== undefined && from !== undefined && to <= from) refuse("to", "`to` must be after `from`");
    else if (length === 0) refuse("for", "The length must be above 0");
  });
}
