import { assets, hashSource } from "./assets.js";
import type { PageData } from "./charts.js";
import { Html, html, scriptElement, scriptJson } from "./html.js";
import type { Section } from "./section.js";
import { STYLE } from "./style/style.js";

interface PageParts {
  readonly title: string;
  /** What the page is of, such as `backtest`. */
  readonly kind: string;
  readonly head: Html;
  readonly sections: readonly Section[];
  readonly data: PageData;
  readonly version: string;
}

/**
 * The HTML of the page. Its policy allows no network and no script but the two that it carries, so
 * that nothing that a strategy, a token or a tape says can become code.
 */
export function pageOf({ title, kind, head, sections, data, version }: PageParts): string {
  const { chartScript, chartStyle, chartLicence, pageScript } = assets();
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src ${hashSource(chartScript)} ${hashSource(pageScript)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Html(policy.replace(/"/g, "&quot;"))}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content="Contender ${version}" />
        <title>${title} · Contender ${kind}</title>
        <style>
          ${new Html(chartStyle)}
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">To the figures</a>
        <nav aria-label="Sections">${sections.map(({ id, short }) => html`<a href="#${id}">${short}</a>`)}</nav>
        <main id="main">
          ${head}
          ${sections.map(
            ({ id, title: name, body }) =>
              html`<section id="${id}" class="card">
                <h2>${name}</h2>
                ${body}
              </section> `,
          )}
        </main>
        <footer>
          <p>
            Made by Contender ${version}. All times are UTC. Past prices say what would have happened, not what will.
          </p>
        </footer>
        <noscript><p class="noscript">The charts need JavaScript; all tables stand without it.</p></noscript>
        <script type="application/json" id="data">
          ${scriptJson(data)}
        </script>
        <!-- uPlot, which draws the charts:
${new Html(chartLicence.replace(/-->/g, ""))}
-->
        ${scriptElement(chartScript)} ${scriptElement(pageScript)}
      </body>
    </html> `.text;
}
