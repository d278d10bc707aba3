import { printable } from "../../core/printable.js";
import { change, count, counted, digits, moment, usd } from "../../core/format.js";
import type { ReportFill } from "../input.js";
import { markedOf } from "../data/fills.js";
import { priceCurves, type PriceCurve } from "../data/prices.js";
import { chartFigure } from "../figure.js";
import { html, type Html } from "../html.js";
import type { ChartBook, Section, ShownRun } from "../section.js";
import { table, words } from "../table.js";

/** Trades that the table beside the charts shows. */
const ROWS = 100;

/** Each token's price with what was bought and sold, and why. */
export function pricesSection(run: ShownRun, charts: ChartBook): Section {
  const curves = priceCurves(run.result, run.prices, run.of);
  const traded = curves.filter(({ trades }) => trades > 0);
  const others = curves.filter(({ trades }) => trades === 0);
  const wide = traded.length < 3;
  const figures = (shown: readonly PriceCurve[], height: number): Html[] =>
    shown.map((curve) => priceFigure(curve, run, charts, height));
  return {
    id: `prices-${run.index + 1}`,
    title: "Prices and trades",
    short: "Prices and trades",
    body: html`${lead(run)}
      <div class="grid ${wide ? "one" : "two"}">${figures(traded, wide ? 240 : 200)}</div>
      ${
        others.length === 0
          ? null
          : html`<details class="data">
              <summary>${counted(others.length, "token")} of the tape that were not traded</summary>
              <div class="grid two">${figures(others, 180)}</div>
            </details>`
      }
      ${tradeTable(run.result.fills)}`,
  };
}

function lead({ result: { fills }, of }: ShownRun): Html {
  if (fills.length === 0) return html`<p class="calm">Nothing was traded.</p>`;
  const marked = markedOf(fills.length, of);
  return html`<p class="lead">
    <span class="up">▲</span> bought, <span class="down">▼</span> sold. Point at a mark, or move along the trades with
    the arrow keys, to see amounts, price, slippage and
    reason.${marked < fills.length ? ` Of ${count(fills.length)} trades, ${count(marked)} are marked at even distances.` : ""}
  </p>`;
}

function priceFigure(curve: PriceCurve, run: ShownRun, charts: ChartBook, height: number): Html {
  const { token, trades, time, price, first, last, low, high } = curve;
  const id = charts.add({
    kind: "price",
    height,
    token: printable(token),
    colour: run.colourOf(token),
    time,
    price,
    run: run.index,
  });
  const text = `${change(last / first - 1)}, ${trades === 0 ? "not traded" : counted(trades, "trade")}`;
  return chartFigure(id, height, {
    title: html`<b>${token}</b> ${text}`,
    summary: `Price of ${token} in USD: from ${digits(first)} to ${digits(last)} (${text}), between ${digits(low)} and ${digits(high)}. Arrow keys go from trade to trade.`,
    table: null,
  });
}

/** The first and the last trades. */
function tradeTable(fills: readonly ReportFill[]): Html | null {
  if (fills.length === 0) return null;
  const left = fills.length - ROWS;
  const shown = left <= 0 ? fills : [...fills.slice(0, ROWS / 2), ...fills.slice(-ROWS / 2)];
  return html`<details class="data">
    <summary>
      ${left <= 0 ? `The ${counted(fills.length, "trade")}` : `The first and the last ${ROWS / 2} of ${count(fills.length)} trades`}
      as a table
    </summary>
    <p class="lead"><code>contender journal explain INTENT</code> explains the decision behind a trade.</p>
    ${table({
      kind: "trades",
      head: ["Time (UTC)", words("Strategy"), "Intent", "Sold", "Received", "Worth", "Slippage", words("Reason")],
      rows: shown.map(tradeRow),
    })}
  </details>`;
}

function tradeRow(fill: ReportFill): Html {
  const { at, strategy, intent, from, to, fromAmount, toAmount, reason } = fill;
  return html`<tr>
    <th scope="row">${moment(at)}</th>
    <td class="text">${strategy}</td>
    <td><code>${intent}</code></td>
    <td>${digits(Number(fromAmount))} ${from}</td>
    <td>${digits(Number(toAmount))} ${to}</td>
    <td>${usd(fill.usd)}</td>
    <td>${usd(fill.slippageUsd)}</td>
    <td class="text">${reason.slice(0, 300)}</td>
  </tr> `;
}
