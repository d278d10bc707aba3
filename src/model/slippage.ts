import { ArgumentError, shown } from "../core/arguments.js";
import type { Random } from "../core/random.js";

/**
 * How the service charges for a trade's size (service notes, "Trading"):
 * - `printed`: base = usd / 10,000 × 0.05 % as the rules print it, times 0.9 to 1.1;
 * - `computed`: what the public service computes, a hundred times the print: $1,000 costs 0.5 %;
 * - `log`: newer deployments, 0.035 × log10(1 + usd / 5,000), clamped to 0.05 % to 15 %, times 0.95 to 1.20.
 */
export const SLIPPAGE_MODELS = ["printed", "computed", "log"] as const;
export type SlippageModel = (typeof SLIPPAGE_MODELS)[number];

/** What is expected where the rules do not say which: the public service's own, the dearest for usual sizes. */
export const ASSUMED_SLIPPAGE: SlippageModel = "computed";

const LOG_LEAST = 0.0005;
const LOG_MOST = 0.15;
const clampLog = (fraction: number): number => Math.min(LOG_MOST, Math.max(LOG_LEAST, fraction));

/** The slippage before chance, as a fraction of the trade's value (0.005 is 0.5 %). `usd` ≥ 0. Not capped at 1. Throws ArgumentError for a model that there is not. */
export function baseSlippage(model: SlippageModel, usd: number): number {
  return baseOf("baseSlippage", model, usd);
}

function baseOf(taker: string, model: SlippageModel, usd: number): number {
  switch (model) {
    case "printed":
      return (usd / 10_000) * 0.0005;
    case "computed":
      return (usd / 10_000) * 0.05;
    case "log":
      return clampLog(0.035 * Math.log10(1 + usd / 5_000));
    default:
      throw new ArgumentError(taker, [
        { path: ["model"], message: `must be one of ${SLIPPAGE_MODELS.join(", ")} (it is ${shown(model)})` },
      ]);
  }
}

/**
 * The slippage of one trade: the base with its random part, a fraction in [0, 1]. Draws once (`log`: twice).
 * @param most the largest; a deployment that does not cap it quotes more than 1
 */
export function drawSlippage(model: SlippageModel, usd: number, random: Pick<Random, "next">, most = 1): number {
  const base = baseSlippage(model, usd);
  if (model === "log") {
    const most = Math.max(random.next(), random.next());
    return clampLog(base * (0.95 + 0.25 * most));
  }
  return Math.min(most, base * (0.9 + random.next() * 0.2));
}

/** The most that `drawSlippage` gives, as a fraction in [0, 1]. Throws as `baseSlippage`. */
export function worstSlippage(model: SlippageModel, usd: number): number {
  const base = baseOf("worstSlippage", model, usd);
  return model === "log" ? clampLog(base * 1.2) : Math.min(1, base * 1.1);
}

/** The mean of what `drawSlippage` gives, as a fraction in [0, 1] (for `log`: before the second clamp, where E[max(U1, U2)] = 2/3). Throws as `baseSlippage`. */
export function expectedSlippage(model: SlippageModel, usd: number): number {
  const base = baseOf("expectedSlippage", model, usd);
  return model === "log" ? clampLog(base * (0.95 + 0.25 * (2 / 3))) : Math.min(1, base);
}
