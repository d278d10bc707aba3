import type { Environment } from "./environment.js";

/** The variable that every page and example names for the API key. */
const USUAL_KEY = "CONTENDER_API_KEY";

/** What was taken out of the environment of this process: a config that is read again finds it here. */
const taken = new Map<string, string | undefined>();

/** The environment of this process, with what was taken out of it. */
export function wholeEnvironment(): Environment {
  return { ...Object.fromEntries(taken), ...process.env };
}

/** Takes variables out of the environment: otherwise they would stand in Node's diagnostic reports, and every process that a strategy starts would have them. */
export function takeOut(names: readonly string[]): void {
  for (const name of names) {
    if (process.env[name] !== undefined) taken.set(name, process.env[name]);
    Reflect.deleteProperty(process.env, name);
  }
}

/** The same of the API key under its usual name, whether a config was read or not: before a strategy's file is evaluated. */
export function takeOutKey(): void {
  takeOut([USUAL_KEY]);
}
