import { oncePer } from "../core/once-per.js";
import { printable } from "../core/printable.js";

/** Text that is HTML already. Only `html` makes it, so what comes from elsewhere is always escaped. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlPart = Html | string | number | null | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it may stand between tags and within quoted attributes; controls and marks of direction become spaces. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * A template whose values are escaped unless they are Html; null is nothing, a list is its members
 * one after the other. Values may stand between tags and within quoted attributes, nowhere else.
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  const parts = unindented(template);
  let text = parts[0] ?? "";
  for (let i = 0; i < values.length; i += 1) text += written(values[i] ?? null) + (parts[i + 1] ?? "");
  return new Html(text);
}

/** Text between backticks becomes code. */
export function withCode(text: string): Html {
  return html`${text.split("`").map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** The parts of a template without the indentation that the source has: a page has thousands of rows. */
const unindented = oncePer((template: TemplateStringsArray): readonly string[] =>
  template.map((part) => part.replace(/\n\s+/g, "\n")),
);

/** A script within the page, just as it is: its hash is that of the text. */
export function scriptElement(text: string): Html {
  return new Html(`<script>${text}</script>`);
}

function written(part: HtmlPart): string {
  if (part === null) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  let text = "";
  for (const member of part) text += written(member);
  return text;
}

const IN_SCRIPT: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** JSON that may stand inside a script element: nothing in it ends the element or begins a comment. */
export function scriptJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => IN_SCRIPT[character] ?? ""));
}
