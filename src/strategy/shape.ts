import type { Strategy } from "./define.js";

/** What is wrong with a definition that types would have caught: files are loaded without a type check. */
export function misshapen(definition: Strategy): string | null {
  const { name, summary, params, schedule, needs, read, decide } = definition as Partial<Strategy>;
  if (typeof name !== "string" || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return `its name must be kebab-case letters and digits, such as "sma-cross" (it is ${JSON.stringify(name)})`;
  if (typeof summary !== "string" || summary.trim() === "") return "it needs a summary, one sentence for people";
  if (typeof decide !== "function") return "it needs decide(view), a function";
  if (typeof (params as { safeParse?: unknown } | undefined)?.safeParse !== "function")
    return "its params must be a zod object: params: z.object({ … })";
  if (typeof schedule !== "string" && typeof schedule !== "function" && !isPatterns(schedule))
    return 'its schedule must be a cron pattern such as "0 * * * *", or several by name';
  if (needs !== undefined && typeof needs !== "function") return "its needs must be a function of the params";
  if (read !== undefined && typeof read !== "function") return "its read must be an async function";
  return null;
}

function isPatterns(schedule: unknown): boolean {
  return (
    typeof schedule === "object" &&
    schedule !== null &&
    Object.values(schedule).every((pattern) => typeof pattern === "string")
  );
}
