import type { Environment } from "./environment.js";

/** The usual environment variable of the API key, used on all pages and in all examples. */
const USUAL_KEY = "CONTENDER_API_KEY";

/** Variables removed from the environment of this process, for configs that are read again. */
const taken = new Map<string, string | undefined>();

/** The environment of this process, including removed variables. */
export function wholeEnvironment(): Environment {
  return { ...Object.fromEntries(taken), ...process.env };
}

/**
 * Removes variables from the environment. Otherwise Node's diagnostic reports and all processes started by strategies
 * would contain them.
 */
export function takeOut(names: readonly string[]): void {
  for (const name of names) {
    if (process.env[name] !== undefined) taken.set(name, process.env[name]);
    Reflect.deleteProperty(process.env, name);
  }
}

/** Removes the API key's usual variable before a strategy's file runs, whether a config was read or not. */
export function takeOutKey(): void {
  takeOut([USUAL_KEY]);
}
