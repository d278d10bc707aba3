import { duration, moment } from "../../core/format.js";
import { html, type Html } from "../html.js";
import type { ReportInput, ReportRun } from "../input.js";
import { comparison } from "./comparison.js";
import { tiles } from "./tiles.js";
import { verdictOf } from "./verdict.js";

/** What was run, what came of it in a sentence, and the figures that matter most. */
export function head({ runs, windows }: ReportInput): Html {
  const [first] = runs;
  return html`<header class="top">
      <p class="kicker">Contender ${kindOf(runs)}</p>
      <h1>${titleOf(runs)}</h1>
      ${verdictOf(runs, windows).map((sentence) => html`<p class="verdict">${sentence}</p>`)}
      ${first === undefined ? null : facts(runs, first)}
    </header>
    ${first === undefined ? null : runs.length === 1 ? tiles(first.result) : comparison(runs)}`;
}

export function titleOf(runs: readonly ReportRun[]): string {
  return runs.length === 0 ? "Windows" : runs.map(({ name }) => name).join(" · ");
}

/** What the page is of; windows alone are of backtests. */
export const kindOf = ([first]: readonly ReportRun[]): ReportRun["kind"] => first?.kind ?? "backtest";

function facts(runs: readonly ReportRun[], { result }: ReportRun): Html {
  const { from, to, tape, seed } = result;
  const strategies = new Set(
    runs.flatMap((run) => run.result.strategies.map(({ name, version }) => `${name} ${version}`)),
  );
  const rows: readonly (readonly [string, string])[] = [
    ["Strategies", [...strategies].join(", ")],
    ["Range", `${moment(from)} to ${moment(to)} UTC (${duration(to - from)})`],
    ...(tape === null
      ? []
      : [
          ["Tape", `${tape.label}, a price every ${duration(tape.interval)}`] as const,
          ["Fingerprint", tape.fingerprint] as const,
        ]),
    ["Seed", seed],
  ];
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
