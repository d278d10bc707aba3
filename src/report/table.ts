import { html, type Html, type HtmlPart } from "./html.js";

/** The left-aligned head of a column of words; heads of figures are plain texts. */
export const words = (name: string): Html => html`<th scope="col" class="text">${name}</th>`;

interface TableParts {
  readonly head: readonly (string | Html)[];
  /** One `<tr>` each. */
  readonly rows: HtmlPart;
  readonly caption?: string;
  /** Classes of the table, and of the box around it, which scrolls where the page is narrow. */
  readonly kind?: string;
  readonly box?: string;
}

/** A table with a row of heads. */
export function table({ head, rows, caption, kind = "", box = "wide" }: TableParts): Html {
  return html`<div class="${box}">
    <table class="${kind}">
      ${
        caption === undefined
          ? null
          : html`<caption>
              ${caption}
            </caption>`
      }
      <thead>
        <tr>
          ${head.map((name) => (typeof name === "string" ? html`<th scope="col">${name}</th>` : name))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
