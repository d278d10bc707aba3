import { keyWatch } from "../../support/canary/watch.js";
import type { Part, Tally } from "./part.js";

export interface Order {
  readonly part: string;
  readonly seed: string;
}

/** What became of an order: the round's tally, or what broke it. */
export type Report = { readonly tally: Tally } | { readonly broken: string };

/** Does a round, and searches what it left for keys. @param stray what the process threw where nobody caught it; is emptied */
export async function doRound(load: () => Promise<Part>, seed: string, stray: string[]): Promise<Report> {
  try {
    const tally = await (await load()).round(seed);
    const failures = [...tally.failures, ...stray.splice(0)];
    return { tally: { ...tally, failures: [...failures, ...leaks(failures)] } };
  } catch (error) {
    return { broken: [textOf(error), ...leaks([textOf(error)])].join("\n") };
  }
}

/** Keys in the folders of a round, in what its processes said and were called by, and in what went wrong. */
function leaks(failures: readonly string[]): string[] {
  keyWatch.look("what went wrong in the round", failures.join("\n"));
  const places = new Set(keyWatch.end().map(({ where }) => where));
  return [...places].map((where) => `an API key leaked: it stands in ${where}`);
}

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
