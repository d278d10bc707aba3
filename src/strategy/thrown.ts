import { inspect } from "node:util";
import { messageOf } from "../core/errors.js";
import { placeIn } from "./load/source.js";

/**
 * What a strategy's code threw, for people, with the innermost line of its own that was at work: its file and those that it
 * imports are named from its folder, so that the text is the same on every machine. Never throws, whatever was thrown.
 *
 * @param files the strategy's, or those of several that it may be of; where none of them is there no place is known
 */
export function thrownText(error: unknown, ...files: readonly string[]): string {
  try {
    for (const file of files) {
      const place = placeIn(error, file);
      if (place !== null) return `${textOf(error)} (${place.name}:${place.line})`;
    }
    return textOf(error);
  } catch {
    return "it threw something that cannot be read";
  }
}

function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (error === null || error === undefined) return "it threw nothing";
  if (!(error instanceof Error)) return `it threw ${inspect(error, { depth: 1, breakLength: Infinity })}`;
  const text = messageOf(error);
  return text === "" ? `it threw ${error.name} without a message` : text;
}

/** What it says that can be done, and its stack; empty where it has none. Never throws. */
export function detailsOf(error: unknown): { readonly remedy: string; readonly stack: string } {
  try {
    const { remedy, stack } = error as { remedy?: unknown; stack?: unknown };
    return { remedy: typeof remedy === "string" ? remedy : "", stack: typeof stack === "string" ? stack : "" };
  } catch {
    return { remedy: "", stack: "" };
  }
}
