import { groupedBy } from "../../core/grouped.js";
import type { ClosedTrade } from "../../metrics/metric.js";
import { profitOf } from "../../metrics/profits.js";
import { change, count, counted, duration, gain, moment, percent } from "../../core/format.js";
import { tone } from "../figure.js";
import { html, type Html } from "../html.js";
import { returnsHistogram } from "../returns-histogram.js";
import type { ChartBook, Section, ShownRun } from "../section.js";
import { table, words } from "../table.js";

/** What the positions that were closed came to. */
export function closedSection({ index, result: { closed } }: ShownRun, charts: ChartBook): Section {
  return {
    id: `trades-${index + 1}`,
    title: "Results of closed trades",
    short: "Results",
    body:
      closed.length === 0
        ? html`<p class="calm">No position was closed.</p>`
        : html`${spreadFigure(closed, charts)}
            <div class="grid two">${extremes(closed)}${byToken(closed)}</div>`,
  };
}

const result = ({ costUsd, proceedsUsd }: ClosedTrade): number => (costUsd > 0 ? proceedsUsd / costUsd - 1 : 0);

function spreadFigure(closed: readonly ClosedTrade[], charts: ChartBook): Html | null {
  const won = closed.filter((trade) => profitOf(trade) > 0).length;
  const text = `${count(won)} of ${counted(closed.length, "closed trade")} won.`;
  return returnsHistogram(closed.map(result), charts, {
    bins: 30,
    height: 200,
    noun: "trade",
    nouns: "Trades",
    title: `Return of each closed trade, after slippage, against the average cost of what was sold. ${text}`,
    summary: `Histogram of the returns of closed trades. ${text}`,
  });
}

/** How many of the best and of the worst are shown. */
const EXTREMES = 3;

function extremes(closed: readonly ClosedTrade[]): Html {
  const profits = Float64Array.from(closed, profitOf).sort();
  const [low, high] = [profits[EXTREMES - 1] ?? Infinity, profits[profits.length - EXTREMES] ?? -Infinity];
  const far = closed.filter((trade) => profitOf(trade) <= low || profitOf(trade) >= high);
  const ranked = far.sort((a, b) => profitOf(b) - profitOf(a));
  const shown = ranked.length <= 2 * EXTREMES ? ranked : [...ranked.slice(0, EXTREMES), ...ranked.slice(-EXTREMES)];
  return table({
    caption: "Best and worst",
    head: ["Closed (UTC)", words("Token"), "Held", "Return", "Profit"],
    rows: shown.map(
      (trade) =>
        html`<tr>
          <th scope="row">${moment(trade.closedAt)}</th>
          <td class="text">${trade.token}</td>
          <td>${duration(trade.closedAt - trade.openedAt)}</td>
          <td class="${tone(result(trade))}">${change(result(trade))}</td>
          <td class="${tone(profitOf(trade))}">${gain(profitOf(trade))}</td>
        </tr> `,
    ),
  });
}

function byToken(closed: readonly ClosedTrade[]): Html {
  const rows = [...groupedBy(closed, ({ token }) => token)]
    .map(([token, trades]) => ({
      token,
      trades: trades.length,
      won: trades.filter((trade) => profitOf(trade) > 0).length,
      made: trades.reduce((sum, trade) => sum + profitOf(trade), 0),
    }))
    .sort((a, b) => b.made - a.made);
  return table({
    caption: "By token",
    head: [words("Token"), "Closed", "Won", "Profit"],
    rows: rows.map(
      ({ token, trades, won, made }) =>
        html`<tr>
          <th scope="row">${token}</th>
          <td>${count(trades)}</td>
          <td>${percent(won / trades)}</td>
          <td class="${tone(made)}">${gain(made)}</td>
        </tr> `,
    ),
  });
}
