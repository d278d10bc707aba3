import { count, percent } from "../core/format.js";
import { histogram } from "./data/histogram.js";
import { chartFigure } from "./figure.js";
import type { Html } from "./html.js";
import type { ChartBook } from "./section.js";

interface Shown {
  /** How many bins are wanted, about. */
  readonly bins: number;
  /** CSS pixels. */
  readonly height: number;
  /** What one of them is called, such as `trade`. */
  readonly noun: string;
  /** The heading of the table's column of counts. */
  readonly nouns: string;
  readonly title: string;
  readonly summary: string;
}

/** A histogram of returns, as a chart and as a table; null if there are none. */
export function returnsHistogram(
  returns: readonly number[],
  charts: ChartBook,
  { bins: wanted, height, noun, nouns, title, summary }: Shown,
): Html | null {
  const bins = histogram(returns, wanted);
  if (bins === null) return null;
  const { edges, width, counts, from, to } = bins;
  const id = charts.add({
    kind: "bars",
    height,
    x: "fraction",
    y: "count",
    at: edges,
    width,
    span: width,
    from,
    to,
    values: counts,
    noun,
  });
  const last = edges.length - 1;
  // As histogram() counts: what is an edge but for rounding is that edge.
  const beyond = (edges[0] ?? 0) - from > 1e-6 * width || to - (edges[last] ?? 0) > (1 + 1e-6) * width;
  const outer = beyond
    ? ` The outer bars include all returns beyond them, from ${percent(from)} to ${percent(to)}.`
    : "";
  return chartFigure(id, height, {
    title: `${title}${outer}`,
    summary: `${summary}${outer}`,
    table: {
      head: ["Return from", "to", nouns],
      rows: edges.map((edge, i) => [
        percent(i === 0 ? from : edge),
        percent(i === last ? to : edge + width),
        count(counts[i] ?? 0),
      ]),
    },
  });
}
