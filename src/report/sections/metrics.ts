import { usualPeriod } from "../../metrics/metric-input.js";
import { duration } from "../../core/format.js";
import { halves } from "../halves.js";
import { html, type Html } from "../html.js";
import type { ReportRun } from "../input.js";
import { metricNamed, metricText, whyNot } from "../metric-text.js";
import type { Section } from "../section.js";
import { table } from "../table.js";

/** All metrics, a column for each run. */
export function metricsSection(runs: readonly ReportRun[]): Section {
  const names = [...new Set(runs.flatMap(({ result }) => Object.keys(result.metrics)))];
  return {
    id: "metrics",
    title: "Metrics",
    short: "Metrics",
    body: html`<p class="lead">
        Point at a name for its definition.${periodText(runs)} Annual figures use 365 days, because these markets never
        close.
      </p>
      ${runs.length === 1 ? html`<div class="grid two">${halves(names).map((half) => metricsTable(runs, half))}</div>` : metricsTable(runs, names)}
      <details class="data">
        <summary>The definitions</summary>
        <dl class="definitions">${names.map(definition)}</dl>
      </details>`,
  };
}

/** Value at risk and others are of returns of a period: of which. */
function periodText(runs: readonly ReportRun[]): string {
  const periods = runs.map(({ name, result }) => ({ name, text: duration(usualPeriod(result.time)) }));
  const [first] = periods;
  const same = periods.every(({ text }) => text === first?.text);
  if (same) return ` A period is ${first?.text ?? ""}.`;
  return ` A period is ${periods.map(({ name, text }) => `${text} for ${name}`).join(", ")}.`;
}

function metricsTable(runs: readonly ReportRun[], names: readonly string[]): Html {
  return table({
    box: "wide long",
    kind: "metrics",
    head: ["Metric", ...runs.map(({ name }) => (runs.length === 1 ? "Value" : name))],
    rows: names.map((name) => row(runs, name)),
  });
}

function row(runs: readonly ReportRun[], name: string): Html {
  const { title, summary, source } = metricNamed(name);
  const cells = runs.map(({ result }) => {
    const why = whyNot(result.metrics[name]);
    return html`<td>${metricText(result, name)}${why === "" ? null : html`<span class="why">${why}</span>`}</td>`;
  });
  return html`<tr>
    <th scope="row">
      <span class="term" title="${summary}${source === "" ? "" : ` Source: ${source}.`}">${title}</span>
    </th>
    ${cells}
  </tr> `;
}

function definition(name: string): Html {
  const { title, summary, source } = metricNamed(name);
  return html`<div>
    <dt>${title}</dt>
    <dd>${summary}${source === "" ? null : html` <span class="source">${source}</span>`}</dd>
  </div>`;
}
