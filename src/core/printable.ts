/**
 * C0 and C1 controls (terminal escapes begin with one), line and paragraph separators, the marks that change the
 * direction of text, those that are never seen (annotations, tags), and halves of characters: what a text from
 * elsewhere could use to forge or hide a line.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** A text as one safe line for a terminal: every run of control characters becomes one space. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/** How `styleText` of Node begins and ends what is bold. */
// eslint-disable-next-line no-control-regex -- it is what a terminal acts on
const BOLD = /(\u001b\[(?:1|22)m)/;

/** A text of many lines for a terminal: each is printable, and what is bold stays so. */
export function printableLines(text: string): string {
  const line = (one: string): string =>
    one
      .split(BOLD)
      .map((part, i) => (i % 2 === 1 ? part : printable(part)))
      .join("");
  return text.split("\n").map(line).join("\n");
}

/** The value with every text in it printable, at any depth. Plain objects and arrays only; the rest stays. */
export function printableValue(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map(printableValue);
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [printable(key), printableValue(member)]));
  return value;
}

/** A JSON text that may stand on a terminal: the same document, with what a terminal would act on as `\uXXXX`. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (run) => {
    if (/^[\r\n\t]+$/.test(run)) return run;
    const units = Array.from({ length: run.length }, (_, i) => run.charCodeAt(i));
    return units.map((unit) => (unit === 10 ? "\n" : `\\u${unit.toString(16).padStart(4, "0")}`)).join("");
  });
}
