import { DEFAULT_METRIC_SETTINGS, METRICS } from "../src/metrics/index.js";
import type { Metric, MetricUnit } from "../src/metrics/index.js";

const UNITS: Readonly<Record<MetricUnit, string>> = {
  fraction: "fraction (0.05 is 5 %)",
  ratio: "ratio",
  usd: "USD",
  ms: "milliseconds",
  time: "epoch milliseconds",
  count: "count",
  "per-day": "a day",
};

const cell = (text: string): string => text.replaceAll("|", "\\|");

const row = ({ name, title, unit, summary, needs, source }: Metric): string =>
  `| \`${name}\` | ${[`**${title}.** ${summary}`, UNITS[unit], needs, source].map(cell).join(" | ")} |`;

/** The page docs/reference/metrics.md. */
export function metricsPage(): string {
  const { daysPerYear, riskFree, target, tail } = DEFAULT_METRIC_SETTINGS;
  return `# Metrics

Generated from the source by \`npm run docs\`. A figure is \`{ "value": 0.12 }\`, or \`{ "value": null, "why": "…" }\` if there is too little data: "n/a" with the reason, instead of a meaningless number. What they can and cannot say is in [metrics and windows](../concepts/metrics-and-windows.md).

- A year has ${daysPerYear} days: these markets never close. \`daysPerYear\` sets it.
- Returns are of even periods from the start of the run: of days where it lasts 100 days or longer, else of hours, and never shorter than the usual distance of two points of the equity curve (\`sampling.every\`, or the tape's interval where that is longer). Equity at a period's end is that of the last point, and what it is compared with is taken at the same moment.
- \`riskFree\` (${riskFree}) and \`target\` (${target}) are fractions a period; tails are the worst and best ${tail * 100} % of the periods (\`tail\`).
- A trade is a sale against the average cost of what is sold; a swap of two tokens is a sale and a purchase. The slippage of a purchase is in its cost, that of a sale for cash in its proceeds; that of a swap of two tokens is in the cost of the one that is bought, and not in the proceeds of the other.
- Drawdowns, total return and growth are of the whole equity curve, not of the periods' returns.

| name | what it is | unit | needs | source |
|---|---|---|---|---|
${METRICS.map(row).join("\n")}

Each is also a function of plain arrays of returns (or profits) in the package: \`totalReturn\`, \`cagr\`, \`volatility\`, \`sharpe\`, \`sortino\`, \`downsideDeviation\`, \`calmar\`, \`omega\`, \`maxDrawdown\`, \`longestUnderWater\`, \`tailRatio\`, \`valueAtRisk\`, \`conditionalValueAtRisk\`, \`alpha\`, \`beta\`, \`probabilisticSharpe\`, \`minTrackRecord\`, \`winRate\`, \`profitFactor\`, \`expectancy\`, \`averageWin\`, \`averageLoss\`, \`largestWin\`, \`largestLoss\`, \`longestWinningStreak\`, \`longestLosingStreak\`, \`turnover\` (of \`probabilisticSharpe\` and \`minTrackRecord\`, which counts returns, the first argument is \`sharpeSample(returns)\`; \`turnover\` takes the dollars of each swap and the mean equity). These have no floor: they give what empyrical gives, NaN and infinities included, where it has the metric (held equal to 1e-9 by a test).
`;
}
