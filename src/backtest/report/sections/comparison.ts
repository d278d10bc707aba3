import { deepestDrawdown } from "../../../metrics/drawdown-dates.js";
import { change, count, percent, points, usd } from "../../format.js";
import type { BacktestResult } from "../../result/result.js";
import { holdingOf } from "../data/holding.js";
import { tone } from "../figure.js";
import { html, type Html } from "../html.js";
import type { ReportRun } from "../input.js";
import { metricText } from "../metric-text.js";
import { endedEarly } from "./verdict.js";

/** The key figures of several runs, one row each. */
export function comparison(runs: readonly ReportRun[]): Html {
  return html`<div class="wide card">
    <table class="runs">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Final value</th>
          <th scope="col">Total return</th>
          <th scope="col">Against holding</th>
          <th scope="col">Maximum drawdown</th>
          <th scope="col">Sharpe ratio</th>
          <th scope="col">Win rate</th>
          <th scope="col">Trades</th>
          <th scope="col">Slippage</th>
        </tr>
      </thead>
      <tbody>
        ${runs.map(({ name, result }, i) => row(name, result, i))}
      </tbody>
    </table>
  </div>`;
}

function row(name: string, result: BacktestResult, index: number): Html {
  const { initialValue, finalValue, fills } = result;
  const total = initialValue > 0 ? finalValue / initialValue - 1 : 0;
  const held = holdingOf(result);
  const ahead = held === null ? null : (finalValue - held.finalValue) / initialValue;
  const fall = deepestDrawdown(result.time, result.equity);
  const early = endedEarly(result);
  return html`<tr>
    <th scope="row">
      <i class="swatch" style="--swatch:var(--run${index % 6})"></i
      >${name}${early === null ? null : html`<span class="why">${early}</span>`}
    </th>
    <td>${usd(finalValue)}</td>
    <td class="${tone(total)}">${change(total)}</td>
    <td class="${tone(ahead ?? 0)}">${ahead === null ? "n/a" : points(ahead)}</td>
    <td>${percent(fall?.depth ?? 0)}</td>
    <td>${metricText(result, "sharpe")}</td>
    <td>${metricText(result, "winRate")}</td>
    <td>${count(fills.length)}</td>
    <td>${usd(fills.reduce((sum, { slippageUsd }) => sum + slippageUsd, 0))}</td>
  </tr>`;
}
