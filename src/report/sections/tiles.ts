import { deepestDrawdown } from "../../metrics/drawdown-dates.js";
import { change, count, day, gain, percent, points, usd } from "../../core/format.js";
import type { ReportResult } from "../input.js";
import { holdingOf } from "../data/holding.js";
import { aheadOf, returnOf, slippageOf } from "../data/returns.js";
import { tone } from "../figure.js";
import { html, type Html } from "../html.js";
import { metricText, whyNot } from "../metric-text.js";

interface Tile {
  readonly name: string;
  readonly value: string;
  /** The line below it. */
  readonly note: string;
  readonly tone?: string;
}

/** The key figures of a run. */
export function tiles(result: ReportResult): Html {
  return html`<ul class="tiles">
    ${tilesOf(result).map(
      ({ name, value, note, tone: kind = "even" }) =>
        html`<li>
          <span class="name">${name}</span><span class="value ${kind}">${value}</span><span class="note">${note}</span>
        </li>`,
    )}
  </ul>`;
}

function tilesOf(result: ReportResult): Tile[] {
  const { initialValue, finalValue, fills, refusals } = result;
  const total = returnOf(result);
  const held = holdingOf(result);
  const ahead = aheadOf(held, result);
  const slippage = slippageOf(result);
  // The rest of a target that was cut was traded.
  const untraded = refusals.filter(({ status }) => status !== "cut").length;
  const traded = fills.reduce((sum, fill) => sum + fill.usd, 0);
  return [
    { name: "Final value", value: usd(finalValue), note: `from ${usd(initialValue)}` },
    { name: "Total return", value: change(total), note: gain(finalValue - initialValue), tone: tone(total) },
    {
      name: "Against holding",
      value: ahead === null ? "n/a" : points(ahead).replace(" points", ""),
      note: held === null ? "nothing to compare with" : `points, against ${held.what}`,
      tone: tone(ahead ?? 0),
    },
    fallTile(result),
    metricTile(result, "sharpe", "Sharpe ratio", "a year, of 365 days"),
    metricTile(result, "winRate", "Win rate", `of ${count(result.closed.length)} closed trades`),
    {
      name: "Trades",
      value: count(fills.length),
      note: `${count(untraded)} refused, rejected or dropped`,
    },
    {
      name: "Slippage",
      value: usd(slippage),
      note: traded > 0 ? `${percent(slippage / traded)} of what was traded` : "nothing was traded",
    },
  ];
}

function fallTile(result: ReportResult): Tile {
  const fall = deepestDrawdown(result.time, result.equity);
  return {
    name: "Maximum drawdown",
    value: fall === null ? percent(0) : percent(fall.depth),
    note: fall === null ? "it never fell" : `${day(fall.peakAt)} to ${day(fall.troughAt)}`,
    tone: fall === null ? "even" : "down",
  };
}

function metricTile(result: ReportResult, metric: string, name: string, note: string): Tile {
  const why = whyNot(result.metrics[metric]);
  return { name, value: metricText(result, metric), note: why === "" ? note : why };
}
