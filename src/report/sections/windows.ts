import { change, count, counted, duration, moment, percent, usd } from "../../core/format.js";
import type { ReportRun, ReportSpread, ReportWindow, ReportWindows } from "../input.js";
import { chartFigure, evenly, tone } from "../figure.js";
import { html, withCode, type Html } from "../html.js";
import { returnsHistogram } from "../returns-histogram.js";
import type { ChartBook, Section } from "../section.js";
import { table } from "../table.js";

/** Every window: how it ended, how often it ended ahead of each rival, and the worst one. */
export function windowsSection(windows: ReportWindows, runs: readonly ReportRun[], charts: ChartBook): Section {
  // What holds of the run too is said there.
  const said = new Set(runs.flatMap(({ result }) => result.remarks));
  const remarks = windows.remarks.filter((remark) => !said.has(remark));
  const { windows: all, length, step } = windows;
  const [first, ...others] = runs;
  const whose = first === undefined || others.length === 0 ? "" : ` They show ${first.name}, the first run.`;
  return {
    id: "windows",
    title: `Every window of ${duration(length)}`,
    short: "Windows",
    body: html`<p class="lead">
        ${counted(all.length, "competition")} of ${duration(length)}, one beginning every ${duration(step)}, each run
        separately from its start
        balances.${whose}${windows.complete ? "" : " The run was stopped before the last one."}
      </p>
      ${remarks.map((remark) => html`<p class="remark">${withCode(remark)}</p>`)}
      <div class="grid two">${spreadFigure(all, charts)}${aheadTable(windows)}</div>
      ${strip(windows, charts)}
      <div class="grid two">${spreadTable(windows)}${endsTable(windows)}</div>`,
  };
}

function spreadFigure(all: readonly ReportWindow[], charts: ChartBook): Html | null {
  const gained = all.filter(({ totalReturn }) => totalReturn > 0).length;
  const text = `${count(gained)} of ${count(all.length)} ended with a gain.`;
  const returns = all.map(({ totalReturn }) => totalReturn);
  return returnsHistogram(returns, charts, {
    bins: 24,
    height: 220,
    noun: "window",
    nouns: "Windows",
    title: `Return of each window. ${text}`,
    summary: `Histogram of the windows' returns. ${text}`,
  });
}

function strip({ windows: all, length, step }: ReportWindows, charts: ChartBook): Html {
  const id = charts.add({
    kind: "bars",
    height: 170,
    x: "time",
    y: "fraction",
    at: all.map(({ from }) => from),
    width: step,
    span: length,
    from: all[0]?.from ?? 0,
    to: all.at(-1)?.to ?? 0,
    values: all.map(({ totalReturn }) => Number(totalReturn.toPrecision(5))),
    noun: "window",
  });
  return chartFigure(id, 170, {
    title: "Return of each window, by when it began.",
    summary: "The windows' returns over time: the table has them.",
    table: {
      head: ["From (UTC)", "to", "Return", "Final value", "Drawdown", "Trades"],
      rows: evenly(all.length, 60)
        .map((i) => all[i])
        .filter((window) => window !== undefined)
        .map(({ from, to, totalReturn, finalValue, maxDrawdown, trades }) => [
          moment(from),
          moment(to),
          change(totalReturn),
          usd(finalValue),
          percent(maxDrawdown),
          count(trades),
        ]),
    },
  });
}

/** A bar for each rival: how often the strategy ended ahead of it. */
function aheadTable({ ahead }: ReportWindows): Html {
  const rows = Object.entries(ahead);
  return table({
    kind: "ahead",
    caption: "Share of the windows that ended ahead of …",
    head: ["Rival", "Ahead in"],
    rows: rows.map(
      ([name, share]) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td><span class="share" style="--share:${(share * 100).toFixed(1)}%">${percent(share)}</span></td>
        </tr> `,
    ),
  });
}

const PLACES: readonly (readonly [keyof ReportSpread, string])[] = [
  ["worst", "Worst"],
  ["p05", "5th percentile"],
  ["p25", "25th percentile"],
  ["median", "Median"],
  ["p75", "75th percentile"],
  ["p95", "95th percentile"],
  ["best", "Best"],
  ["mean", "Mean"],
];

function spreadTable({ returns, drawdowns }: ReportWindows): Html {
  return table({
    caption: "Spread over all windows",
    head: ["Statistic", "Return", "Drawdown"],
    rows: PLACES.map(
      ([key, name]) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td class="${tone(returns[key])}">${change(returns[key])}</td>
          <td>${percent(drawdowns[key])}</td>
        </tr> `,
    ),
  });
}

function endsTable({ worst, best }: ReportWindows): Html {
  const rows: readonly (readonly [string, ReportWindow])[] = [
    ["Worst", worst],
    ["Best", best],
  ];
  return table({
    caption: "Worst and best window",
    head: ["Window", "From (UTC)", "Return", "Final value", "Drawdown", "Trades"],
    rows: rows.map(
      ([name, { from, totalReturn, finalValue, maxDrawdown, trades }]) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${moment(from)}</td>
          <td class="${tone(totalReturn)}">${change(totalReturn)}</td>
          <td>${usd(finalValue)}</td>
          <td>${percent(maxDrawdown)}</td>
          <td>${count(trades)}</td>
        </tr> `,
    ),
  });
}
