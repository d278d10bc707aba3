import { figure, tooFewReturns, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { normalQuantile } from "./normal.js";
import { sharpeSample, sharpeSpread, type SharpeSample } from "./probabilistic-sharpe.js";

/** How sure one wants to be, where nothing is said. */
const CONFIDENCE = 0.95;

/**
 * Minimum track record length: how many returns there must be before such a Sharpe ratio is above a
 * benchmark with a confidence: 1 + (1 − γ₃ SR + (γ₄ − 1)/4 SR²) · (Z / (SR − SR*))². Infinite where
 * it is not above it: no record is long enough.
 *
 * @param benchmark a Sharpe ratio of a period, not of a year
 * @param confidence above 0.5, below 1
 */
export function minTrackRecord(sample: SharpeSample, benchmark = 0, confidence = CONFIDENCE): number {
  if (sample.sharpe <= benchmark) return Infinity;
  return 1 + sharpeSpread(sample) * (normalQuantile(confidence) / (sample.sharpe - benchmark)) ** 2;
}

export const minTrackRecordMetric: Metric = {
  name: "minTrackRecord",
  title: "Minimum track record length",
  unit: "ms",
  summary: "How long the run would have to be for a Sharpe ratio above 0 with a confidence of 95 %.",
  source: "D. Bailey, M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15(2), 2012, eq. 13",
  needs: "30 returns that vary, and a Sharpe ratio above 0",
  compute: unless(tooFewReturns, ({ returns, period, settings }) => {
    const sample = sharpeSample(returns, settings.riskFree);
    return figure(
      minTrackRecord(sample) * period,
      sample.sharpe <= 0 ? "The Sharpe ratio is not above 0: no record is long enough." : "The returns do not vary.",
    );
  }),
};
