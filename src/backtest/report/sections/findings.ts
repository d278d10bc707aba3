import { lintOf, type Finding } from "../../lint/index.js";
import { html, withCode, type Html } from "../html.js";
import type { ReportRun } from "../input.js";
import type { Section } from "../section.js";

/** What to know before believing the figures, of each run. */
export function findingsSection(runs: readonly ReportRun[]): Section {
  const lists = runs.map(({ name, result, tape, bounds }) => ({
    name,
    findings: lintOf({ result, quotedPairs: tape.quotedPairs, bounds }),
  }));
  return {
    id: "findings",
    title: "Before you believe it",
    short: "Findings",
    body: html`${lists.map(
      ({ name, findings }) =>
        html`${lists.length > 1 ? html`<h3>${name}</h3>` : null}${
          findings.length === 0
            ? html`<p class="calm">Nothing was found that speaks against these figures.</p>`
            : html`<ul class="findings">
                ${findings.map(item)}
              </ul>`
        }`,
    )}`,
  };
}

function item({ code, severity, text, remedy }: Finding): Html {
  return html`<li class="is-${severity}">
    <p><span class="mark">${severity}</span>${withCode(text)}</p>
    <p class="remedy">${withCode(remedy)} <code>${code}</code></p>
  </li>`;
}
