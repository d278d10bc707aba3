import { z } from "zod";
import { must, shown } from "./arguments.js";

/** The kinds of values that public functions take, for `checkArguments`. */

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** By its name: a test may run in a realm of its own. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

/** What a forgotten `await` leaves. */
const unawaited = (value: unknown): string => (tagOf(value) === "[object Promise]" ? ": await it" : "");

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const anyText = must<string>("a text", (value) => typeof value === "string", unawaited);
export const text = must<string>(
  "a text that is not empty",
  (value) => typeof value === "string" && value !== "",
  unawaited,
);
/** NaN is one: what was computed of too little. */
export const figure = must<number>("a number", (value) => typeof value === "number");
export const number = must<number>("a number", (value) => typeof value === "number" && !Number.isNaN(value));
export const moment = must<number>("a time in epoch milliseconds", Number.isFinite);
export const aboveZero = must<number>("a number above 0", (value) => Number.isFinite(value) && (value as number) > 0);
export const flag = must<boolean>("true or false", (value) => typeof value === "boolean");
export const isIterable = (value: unknown): value is Iterable<unknown> =>
  isObject(value) && typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function";
export const iterable = must<Iterable<unknown>>("a list", isIterable, unawaited);
export const callback = must<(...given: never[]) => unknown>("a function", (value) => typeof value === "function");

/** An object that has these methods, of whatever class. What it is instead is not shown: it may be a secret. */
export const having = (what: string, ...methods: readonly string[]): z.ZodType =>
  z.unknown().check(({ value, issues }) => {
    const missing = methods.find((name) => typeof (value as Record<string, unknown> | null)?.[name] !== "function");
    if (missing === undefined) return;
    const hint = unawaited(value) || (isObject(value) ? `, it has no ${missing}()` : `, it is ${typeof value}`);
    issues.push({ code: "custom", message: `must be ${what}${hint}`, input: value });
  });

/** A list or typed array of numbers; NaN is one. A typed array is not looked through. */
export const numbers = must<ArrayLike<number>>(
  "a list of numbers",
  (value) =>
    isList(value) && (Array.isArray(value) ? value.every((one) => typeof one === "number") : !/Big/.test(tagOf(value))),
  unawaited,
);

/** A column of numbers. */
export const column = must<Float64Array>(
  "a Float64Array",
  (value) => tagOf(value) === "[object Float64Array]",
  (value) => unawaited(value) || (Array.isArray(value) ? ": Float64Array.from(list) makes one" : ""),
);

/** A list of these, of which each is checked in depth: for short ones. */
export const listOf = <One extends z.ZodType>(what: string, one: One) =>
  must<readonly unknown[]>(`a list of ${what}`, Array.isArray, unawaited).pipe(z.array(one));

/** A list of these, which may be long: none of it is copied. */
export const eachOf = (what: string, fits: (value: object) => boolean): z.ZodType =>
  must<readonly unknown[]>(`a list of ${what}`, Array.isArray, unawaited).check(({ value, issues }) => {
    const wrong = value.findIndex((one) => !(isObject(one) && fits(one)));
    if (wrong < 0) return;
    const message = `must be one of the ${what} (it is ${shown(value[wrong])})`;
    issues.push({ code: "custom", path: [wrong], message, input: value });
  });

/** Columns of one curve or track: an issue where their lengths differ. */
export const equallyLong =
  <Columns extends object>(...names: readonly (keyof Columns & string)[]) =>
  ({ value, issues }: z.core.ParsePayload<Columns>): void => {
    const columns = value as Readonly<Record<string, ArrayLike<unknown> | undefined>>;
    const [first = "", ...others] = names;
    const length = columns[first]?.length;
    for (const name of others) {
      const own = columns[name]?.length;
      if (own === undefined || own === length) continue;
      const message = `must be as long as ${first}, ${length} (it is ${own} long)`;
      issues.push({ code: "custom", path: [name], message, input: value });
    }
  };
