import { html, type Html, type HtmlPart } from "./html.js";
import { table } from "./table.js";

/** A chart as a table, for readers who cannot see it. */
export interface TextAlternative {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A chart: its place, which the page's script draws into, a caption, and its figures as a table. */
export function chartFigure(
  id: string,
  height: number,
  { title, summary, table: alternative }: { title: HtmlPart; summary: string; table: TextAlternative | null },
): Html {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <div
      class="chart"
      id="${id}"
      style="min-height:${height}px"
      tabindex="0"
      role="group"
      aria-roledescription="chart"
      aria-label="${summary}"
    ></div>
    ${
      alternative === null
        ? null
        : html`<details class="data">
            <summary>As a table</summary>
            ${table({ head: alternative.head, rows: alternative.rows.map(row) })}
          </details>`
    }
  </figure>`;
}

/** The first cell names the row. */
const row = ([first = "", ...others]: readonly string[]): Html =>
  html`<tr>
    <th scope="row">${first}</th>
    ${others.map((cell) => html`<td>${cell}</td>`)}
  </tr> `;

/** At most `most` indices of `length`, evenly, the first and the last among them. */
export function evenly(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)));
}

/** The class of a figure that is good above zero and bad below. */
export const tone = (value: number): string => (value > 0 ? "up" : value < 0 ? "down" : "even");
