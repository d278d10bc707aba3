import { printable } from "../../core/printable.js";
import { meanEquity } from "../../metrics/turnover.js";
import { duration, moment, percent } from "../../core/format.js";
import { encodeTimes, rounded } from "../data/encode.js";
import { CASH, weightsOf, type Weights } from "../data/weights.js";
import { chartFigure, evenly } from "../figure.js";
import type { ChartBook, Section, ShownRun } from "../section.js";

/** The portfolio weights over time. */
export function weightsSection(run: ShownRun, charts: ChartBook): Section {
  const weights = weightsOf(run.result, run.prices, Math.max(200, Math.floor(600 / run.of)));
  const { time, parts } = weights;
  const id = charts.add({
    kind: "stack",
    height: 220,
    time: encodeTimes(time),
    layers: parts.map(({ name, shares }) => ({
      name: printable(name),
      colour: name === CASH ? "cash-area" : run.colourOf(name),
      values: rounded(shares, 4),
    })),
  });
  return {
    id: `weights-${run.index + 1}`,
    title: "Portfolio weights",
    short: "Weights",
    body: chartFigure(id, 220, {
      title: "Shares of the portfolio at the tape's prices, with the cash of all chains combined.",
      summary: `Weights over ${duration(run.result.to - run.result.from)}. On average ${averages(weights)}.`,
      table: {
        head: ["Time (UTC)", ...parts.map(({ name }) => name)],
        rows: evenly(time.length, 25).map((i) => [
          moment(time[i] ?? 0),
          ...parts.map(({ shares }) => percent(shares[i] ?? 0)),
        ]),
      },
    }),
  };
}

/** Over time: the points lie closer together around trades. */
function averages({ time, parts }: Weights): string {
  return parts.map(({ name, shares }) => `${name} ${percent(meanEquity(time, shares))}`).join(", ");
}
