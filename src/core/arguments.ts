import { inspect } from "node:util";
import { z } from "zod";
import { ContenderError } from "./errors.js";
import { nearest } from "./nearest.js";
import type { Path } from "./path.js";

/** One thing that is wrong with what a function was given: `["tracks", 0, "times"]`. */
export interface ArgumentIssue {
  readonly path: Path;
  readonly message: string;
}

/** Issues that the message tells. */
const MOST_SHOWN = 5;

/** A function of the package was given what it does not take: an option that there is not, a text for a number, a promise that was not awaited. */
export class ArgumentError extends ContenderError {
  readonly code = "ARGUMENT";

  /** @param taker the function, such as "openFile" */
  constructor(
    taker: string,
    readonly issues: readonly ArgumentIssue[],
  ) {
    super(`${taker}: ${toldIssues(issues)}`, { remedy: "Give what its types ask for." });
  }
}

/** The first of them, in one line. */
export function toldIssues(issues: readonly ArgumentIssue[]): string {
  const lines = issues
    .slice(0, MOST_SHOWN)
    .map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  const more = issues.length - lines.length;
  return `${lines.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

/** An issue of zod's. */
export function issueOf(issue: z.core.$ZodIssue): ArgumentIssue {
  const { message } = issue.code === "invalid_key" ? (issue.issues[0] ?? issue) : issue;
  return { path: issue.path.map((step) => (typeof step === "number" ? step : String(step))), message };
}

/**
 * Checks what the public function `taker` was given, by a schema: JavaScript lets everything through. It is called once a
 * call, and what was given is used as it is: arrays are not copied. Throws ArgumentError.
 */
export function checkArguments(taker: string, schema: z.ZodType, given: unknown): void {
  const { error } = schema.safeParse(given);
  if (error !== undefined) throw new ArgumentError(taker, error.issues.map(issueOf));
}

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;
type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * Functions, by their names, that all take the same: each checks what it is given, in this order, before it works. They
 * keep their types and docstrings. Each throws ArgumentError.
 */
export function taking<All extends Functions>(schemas: Schemas, functions: All): All {
  return wrapped(schemas, functions, (check, work) => (...given) => {
    check(given);
    return work(...given);
  });
}

/** The same for functions that give promises: these reject with it. */
export function takingAsync<All extends Functions>(schemas: Schemas, functions: All): All {
  return wrapped(schemas, functions, (check, work) => async (...given) => {
    check(given);
    return await work(...given);
  });
}

type Work = (...given: never[]) => unknown;

function wrapped<All extends Functions>(
  schemas: Schemas,
  functions: All,
  wrap: (check: (given: readonly unknown[]) => void, work: Work) => Work,
): All {
  const names = Object.keys(schemas);
  const schema = z.object(schemas);
  const all = Object.entries(functions).map(([taker, work]) => {
    const check = (given: readonly unknown[]): void =>
      checkArguments(taker, schema, Object.fromEntries(names.map((name, i) => [name, given[i]])));
    return [taker, wrap(check, work)] as const;
  });
  return Object.fromEntries(all) as All;
}

/** A value as an error shows it. Of a promise only that it is one: where a process traces them, it would show what Node has put on it. */
export const shown = (value: unknown): string =>
  value instanceof Promise ? "a promise" : inspect(value, { depth: 1, breakLength: Infinity });

/** What may follow "there is no such name": the nearest one, or all there are. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const near = nearest(wrong, names);
  if (near !== null) return `. Did you mean ${near}?`;
  return names.length === 0 ? "" : ` (there are ${names.join(", ")})`;
}

/** A value of which people are told what it must be. */
export function must<T>(
  what: string,
  fits: (value: unknown) => boolean,
  hint: (value: unknown) => string = () => "",
): z.ZodCustom<T, T> {
  return z.custom<T>(fits, { error: ({ input }) => `must be ${what} (it is ${shown(input)}${hint(input)})` });
}

/** An object with these members at least. */
export function parts<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$loose> {
  return z.looseObject(shape, { error: ({ input }) => `must be an object (it is ${shown(input)})` });
}

/** An object with these members and no other: a misspelt one would be left out without a word. */
export function members<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const names = Object.keys(shape);
  const unknown = (name: string): string => `there is no "${name}"${didYouMean(name, names)}`;
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map(unknown).join("; ")
        : `must be an object (it is ${shown(issue.input)})`,
  });
}
