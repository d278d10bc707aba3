import { z } from "zod";
import { isJsonObject } from "../../core/json.js";
import { suggested } from "../../core/nearest.js";
import { FaultPlanError, type FaultPlanProblem } from "./errors.js";
import type { chanceFields, windowFields } from "./fields.js";
import type { CheckedFault, Kind } from "./kind.js";
import { FAULT_KINDS } from "./kinds.js";

type EntryOf<K> =
  K extends Kind<infer Name, infer Fields>
    ? { readonly kind: Name } & Readonly<z.input<z.ZodObject<Fields & typeof windowFields & typeof chanceFields>>>
    : never;

/** One fault of a plan, as it is written: its kind, the kind's own fields, when and how often. */
export type FaultEntry = EntryOf<(typeof FAULT_KINDS)[number]>;
export type FaultKindName = FaultEntry["kind"];

/** How the sandbox misbehaves, as it is written. */
export interface FaultPlan {
  /** Of all chance in it: the same seed and the same requests in the same order meet the same faults. Default: `faults`. */
  readonly seed?: string | number;
  /** Where several meet one request, all of them act; of those that decide how the answer goes out, the first. */
  readonly faults: readonly FaultEntry[];
}

/** A plan that is right. */
export interface CheckedPlan {
  readonly seed: string;
  readonly faults: readonly CheckedFault[];
}

/** More entries than this are a mistake. */
const MOST_FAULTS = 1_000;

const KINDS: ReadonlyMap<string, Kind> = new Map(FAULT_KINDS.map((kind) => [kind.name, kind]));

const plan = z.strictObject({
  seed: z.union([z.string().min(1), z.int()], "Expected a string or a whole number").default("faults"),
  faults: z
    .array(z.unknown(), "Expected a list of faults")
    .max(MOST_FAULTS, `A plan has at most ${MOST_FAULTS} faults`),
});

/** Checks a plan. Throws FaultPlanError with every problem that it has. */
export function checkFaultPlan(raw: unknown): CheckedPlan {
  const outer = plan.safeParse(raw);
  if (!outer.success) throw new FaultPlanError(outer.error.issues.flatMap((issue) => problemsOf(issue, [], plan)));
  const problems: FaultPlanProblem[] = [];
  const faults = outer.data.faults.flatMap((entry, i) => {
    const read = checkEntry(entry, ["faults", i]);
    if (!Array.isArray(read)) return [read];
    problems.push(...read);
    return [];
  });
  if (problems.length > 0) throw new FaultPlanError(problems);
  return { seed: String(outer.data.seed), faults };
}

/** The fault of an entry, or what is wrong with it. */
function checkEntry(entry: unknown, path: FaultPlanProblem["path"]): CheckedFault | FaultPlanProblem[] {
  const named = z.looseObject({ kind: z.string() }).safeParse(entry);
  if (!named.success) {
    const what = isJsonObject(entry);
    const text = what ? "A fault needs a `kind`" : "Expected a fault: a map with a `kind`";
    return [{ path: what ? [...path, "kind"] : path, text, hint: allKinds() }];
  }
  const kind = KINDS.get(named.data.kind);
  if (kind === undefined) {
    const hint = suggested(named.data.kind, KINDS.keys(), allKinds());
    return [{ path: [...path, "kind"], text: `Unknown kind of fault "${named.data.kind}"`, hint }];
  }
  const checked = kind.schema.safeParse(entry);
  if (checked.success) return kind.check(checked.data);
  return checked.error.issues.flatMap((issue) => problemsOf(issue, path, kind.schema));
}

function allKinds(): string {
  return `Kinds: ${[...KINDS.keys()].join(", ")}.`;
}

/** What zod found, with its place in the plan. */
function problemsOf(
  issue: z.core.$ZodIssue,
  base: FaultPlanProblem["path"],
  { shape }: z.ZodObject,
): FaultPlanProblem[] {
  const path = [...base, ...(issue.path as (string | number)[])];
  if (issue.code !== "unrecognized_keys") return [{ path, text: issue.message.replace(/\.$/, ""), hint: "" }];
  const known = Object.keys(shape);
  return issue.keys.map((key) => {
    const hint = suggested(key, known, `Allowed keys: ${known.join(", ")}.`);
    return { path: [...path, key], text: "Unknown key", hint };
  });
}
