import { windowsSection } from "./sections/windows.js";
import type { PageData } from "./charts.js";
import { fillColumns } from "./data/fills.js";
import { html, type Html } from "./html.js";
import type { ReportInput } from "./input.js";
import { pageOf } from "./page.js";
import { ChartBook, shownRuns, type Section, type ShownRun } from "./section.js";
import { calendarSection } from "./sections/calendar.js";
import { closedSection } from "./sections/closed.js";
import { equitySection } from "./sections/equity.js";
import { findingsSection } from "./sections/findings.js";
import { head, kindOf, titleOf } from "./sections/head.js";
import { metricsSection } from "./sections/metrics.js";
import { pricesSection } from "./sections/prices.js";
import { refusalsSection } from "./sections/refusals.js";
import { setupSection } from "./sections/setup.js";
import { weightsSection } from "./sections/weights.js";

/**
 * One or several runs as one HTML page that needs neither a network nor a server.
 * The same input gives the same bytes. Curves are thinned to what a screen shows, so that a year of
 * trading is a file of a few megabytes at most.
 */
export function renderReport(input: ReportInput): string {
  const runs = shownRuns(input.runs);
  const charts = new ChartBook();
  const windows = input.windows !== undefined && input.windows.windows.length > 0 ? input.windows : null;
  const common: Section[] = [
    ...(runs.length === 0 ? [] : [findingsSection(runs), equitySection(runs, charts)]),
    ...(windows === null ? [] : [windowsSection(windows, input.runs, charts)]),
  ];
  const figures = runs.length === 0 ? [] : [metricsSection(runs)];
  const [only] = runs;
  const sections =
    only !== undefined && runs.length === 1
      ? [...common, ...ownSections(only, charts, figures)]
      : [...common, ...figures, ...runs.map((run) => runSection(run, charts))];
  const data: PageData = {
    ...rangeOf(runs),
    charts: charts.all(),
    fills: runs.map(({ result }) => fillColumns(result, runs.length)),
  };
  return pageOf({
    ...{ title: titleOf(input.runs), kind: kindOf(input.runs) },
    ...{ head: head(input), sections, data, version: input.version },
  });
}

/** The sections of one run. @param figures sections among them, if there is no other run */
function ownSections(run: ShownRun, charts: ChartBook, figures: readonly Section[]): Section[] {
  return [
    weightsSection(run, charts),
    pricesSection(run, charts),
    calendarSection(run),
    closedSection(run, charts),
    ...figures,
    refusalsSection(run),
    setupSection(run),
  ];
}

/** One of several runs: all that is its own, under its name. */
function runSection(run: ShownRun, charts: ChartBook): Section {
  const parts = ownSections(run, charts, []);
  return { id: `run-${run.index + 1}`, title: run.name, short: run.name, body: html`${parts.map(part)}` };
}

function part({ id, title, body }: Section): Html {
  return html`<section id="${id}">
    <h3>${title}</h3>
    ${body}
  </section>`;
}

function rangeOf(runs: readonly ShownRun[]): { from: number; to: number } {
  const firsts = runs.map(({ result }) => result.time[0] ?? result.from);
  const lasts = runs.map(({ result }) => result.time.at(-1) ?? result.to);
  return runs.length === 0 ? { from: 0, to: 1 } : { from: Math.min(...firsts), to: Math.max(...lasts) };
}
