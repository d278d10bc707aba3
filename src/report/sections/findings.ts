import { html, withCode, type Html } from "../html.js";
import type { ReportFinding, ReportRun } from "../input.js";
import type { Section } from "../section.js";

/** What to know before believing the figures, of each run. */
export function findingsSection(runs: readonly ReportRun[]): Section {
  return {
    id: "findings",
    title: "Findings",
    short: "Findings",
    body: html`${runs.map(
      ({ name, findings }) =>
        html`${runs.length > 1 ? html`<h3>${name}</h3>` : null}${
          findings.length === 0
            ? html`<p class="calm">No reason to doubt these figures was found.</p>`
            : html`<ul class="findings">
                ${findings.map(item)}
              </ul>`
        }`,
    )}`,
  };
}

function item({ code, severity, text, remedy }: ReportFinding): Html {
  return html`<li class="is-${severity}">
    <p><span class="mark">${severity}</span>${withCode(text)}</p>
    <p class="remedy">${withCode(remedy)} <code>${code}</code></p>
  </li>`;
}
