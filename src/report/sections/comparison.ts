import { deepestDrawdown } from "../../metrics/drawdown-dates.js";
import { change, count, percent, points, usd } from "../../core/format.js";
import { holdingOf } from "../data/holding.js";
import { aheadOf, returnOf, slippageOf } from "../data/returns.js";
import { tone } from "../figure.js";
import { html, type Html } from "../html.js";
import type { ReportRun } from "../input.js";
import { metricText } from "../metric-text.js";
import { table } from "../table.js";

/** The key figures of several runs, one row each. */
export function comparison(runs: readonly ReportRun[]): Html {
  return table({
    box: "wide card",
    kind: "runs",
    head: [
      "Run",
      "Final value",
      "Total return",
      "Against holding",
      "Maximum drawdown",
      "Sharpe ratio",
      "Win rate",
      "Trades",
      "Slippage",
    ],
    rows: runs.map(row),
  });
}

function row({ name, result, endedEarly: early }: ReportRun, index: number): Html {
  const { finalValue, fills } = result;
  const total = returnOf(result);
  const held = holdingOf(result);
  const ahead = aheadOf(held, result);
  const fall = deepestDrawdown(result.time, result.equity);
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
    <td>${usd(slippageOf(result))}</td>
  </tr>`;
}
