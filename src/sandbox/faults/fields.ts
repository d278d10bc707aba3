import { z } from "zod";
import { DurationError, parseDuration } from "../../core/time/duration.js";
import type { Random } from "../../core/random.js";
import { TARGETS, type Target } from "./targets.js";

const DURATION = "a duration such as 30s, 1m30s or 1h";
const LONGEST_MS = parseDuration("3650d");

/** Milliseconds of a text, which may have a minus sign where `signed`; the problem where it is none. */
function milliseconds(text: string, signed: boolean): number | { readonly problem: string } {
  const bare = signed ? text.trim().replace(/^[+-]/, "") : text;
  try {
    const ms = parseDuration(bare);
    if (ms > LONGEST_MS) return { problem: "A duration is at most ten years" };
    return signed && text.trim().startsWith("-") ? -ms : ms;
  } catch (error) {
    if (error instanceof DurationError) return { problem: `Expected ${DURATION}` };
    throw error;
  }
}

function durationOf(signed: boolean) {
  return z.string(`Expected ${DURATION}`).transform((text, context) => {
    const ms = milliseconds(text, signed);
    if (typeof ms === "number") return ms;
    context.issues.push({ code: "custom", message: ms.problem, input: text });
    return z.NEVER;
  });
}

/** A duration as text, milliseconds inside. */
export const duration = () => durationOf(false);

/** From which a value is drawn for each request: milliseconds. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** A duration, or two: then each request draws one between them. */
export const span = () => spanOf(false, "[5s, 30s]");

/** The same, forwards or (with a minus sign) backwards. */
export const shift = () => spanOf(true, "[-5m, 5m]");

function spanOf(signed: boolean, example: string) {
  const message = `Expected ${DURATION}, or two of them: ${example}`;
  const one = durationOf(signed);
  return z.union([one, z.tuple([one, one])], message).transform((value, context): Span => {
    const [least, most] = typeof value === "number" ? [value, value] : value;
    if (least <= most) return { least, most };
    const problem = `The first of the two durations must be the ${signed ? "earlier" : "shorter"} one`;
    context.issues.push({ code: "custom", message: problem, input: value });
    return z.NEVER;
  });
}

/** A whole number of milliseconds of a span. */
export function drawn({ least, most }: Span, random: Random): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

/** One of some values, or several of them: a kind draws one for each request, or applies all. Default: all. */
export function anyOf<const V extends string | number>(...values: [V, ...V[]]) {
  const message = `Expected one of ${values.join(", ")}, or a list of some of them`;
  return oneOrMore(z.literal(values, message), message).prefault(values);
}

function oneOrMore<Value>(one: z.ZodType<Value, Value>, message: string) {
  return z
    .union([one, z.array(one).min(1)], message)
    .transform((value): readonly Value[] => (Array.isArray(value) ? value : [value]));
}

/** One of a list that is not empty. */
export function picked<V>(list: readonly V[], random: Random): V {
  return list[random.int(list.length)] as V;
}

/** Which operations: ids, or groups of them. */
export function targets(...byDefault: [Target, ...Target[]]) {
  const message = `Expected an operation or a group of them, or a list: ${TARGETS.join(", ")}`;
  return oneOrMore(z.enum(TARGETS, message), message)
    .prefault(byDefault)
    .describe("The affected operations: ids (`executeTrade`) or groups (`trade`, `price`, `account`, `all`).");
}

/** When: the fields that every fault has. */
export const windowFields = {
  from: duration().prefault("0s").describe("Start of the fault, in sandbox time since its start. Default: 0s."),
  to: duration().optional().describe("End of the fault, counted in the same way. Default: no end."),
  for: duration().optional().describe("Length of the fault, counted from `from`, instead of `to`."),
} as const;

/** How often: the fields of every fault that a request meets by chance. */
export const chanceFields = {
  rate: z.number().min(0).max(1).default(1).describe("The probability for each request, 0 to 1. Default: 1."),
  skip: z.int().min(0).default(0).describe("How many matching requests are spared first. Default: 0."),
  max: z.int().min(1).optional().describe("How often it happens at most. Default: no limit."),
} as const;
