import { UsageError } from "./errors.js";

/** A number of things as a person typed it. Throws UsageError. */
export function countOf(text: string, things: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is not a number of ${things}`, { remedy: "Write a whole number above 0." });
}
