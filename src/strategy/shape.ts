import { nearest } from "../core/nearest.js";
import { isStrategy, type Strategy } from "./define.js";

const PARTS = [
  "name",
  "summary",
  "params",
  "schedule",
  "timezone",
  "needs",
  "state",
  "inputs",
  "external",
  "readTimeout",
  "read",
  "decide",
];

function readProblem({ read, readTimeout }: Partial<Strategy>): string | null {
  if (read !== undefined && typeof read !== "function") return "its read must be an async function";
  if (readTimeout !== undefined && typeof readTimeout !== "string")
    return 'its readTimeout must be a length of time, such as "90s"';
  return null;
}

/** What is wrong with a definition that types would have caught: files are loaded without a type check. */
export function shapeProblem(definition: unknown): string | null {
  if (!isStrategy(definition)) return "it was not made with defineStrategy";
  const { name, summary, params, schedule, needs, decide } = definition as Partial<Strategy>;
  if (typeof name !== "string" || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return `its name must be kebab-case letters and digits, such as "sma-cross" (it is ${JSON.stringify(name)})`;
  if (typeof summary !== "string" || summary.trim() === "") return "it needs a summary, one sentence for people";
  if (typeof decide !== "function") return "it needs decide(view), a function";
  if (isAsync(decide)) return "its decide is async: it must answer at once, and what takes time belongs into read()";
  if (typeof (params as { safeParse?: unknown } | undefined)?.safeParse !== "function")
    return "its params must be a zod object: params: z.object({ … })";
  const old = (["params", "state", "inputs"] as const).find((part) =>
    isOldZod((definition as Partial<Strategy>)[part]),
  );
  if (old !== undefined)
    return `its ${old}: a schema of zod 3, which cannot be used; take the z of "contender", or a zod from version 4 on`;
  if (typeof schedule !== "string" && typeof schedule !== "function" && !isPatterns(schedule))
    return 'its schedule must be a cron pattern such as "0 * * * *", or several by name';
  if (needs !== undefined && typeof needs !== "function") return "its needs must be a function of the params";
  if (isAsync(needs)) return "its needs is async: it must answer at once";
  if (isAsync(schedule)) return "its schedule is async: it must answer at once";
  return readProblem(definition) ?? unknownPart(definition);
}

function unknownPart(definition: Strategy): string | null {
  const unknown = Object.keys(definition).find((part) => !PARTS.includes(part));
  if (unknown === undefined) return null;
  const near = nearest(unknown, PARTS);
  return `a strategy has no "${unknown}"${near === null ? "" : `: did you mean ${near}?`}`;
}

/** Whether this is a schema of zod 3: it parses, but nothing can be asked of it, a misspelt param for one. */
function isOldZod(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "safeParse" in schema && !("_zod" in schema);
}

function isAsync(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object AsyncFunction]";
}

/** Whether these are cron patterns by name. */
export function isPatterns(schedule: unknown): schedule is Readonly<Record<string, string>> {
  return (
    typeof schedule === "object" &&
    schedule !== null &&
    Object.values(schedule).every((pattern) => typeof pattern === "string")
  );
}
