/**
 * C0 and C1 controls (terminal escapes begin with one), line and paragraph separators, and the marks
 * that change the direction of text: what a text from elsewhere could use to forge or hide a line.
 */
// eslint-disable-next-line no-control-regex -- these characters are what it is about
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** A text as one safe line for a terminal: every run of control characters becomes one space. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/** The value with every text in it printable, at any depth. Plain objects and arrays only; the rest stays. */
export function printableValue(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map(printableValue);
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [printable(key), printableValue(member)]));
  return value;
}
