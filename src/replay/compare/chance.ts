import type { IntentRow, RunRow, TradeRow } from "../../journal/index.js";
import { endingCode, quotedAlike } from "./intent-causes.js";
import { leafDifferences } from "./leaf-differences.js";
import type { Cause } from "./report.js";

/** That two runs drew their chance from other seeds; null: they did not. */
export function seedCause({ seed: first }: RunRow, { seed: second }: RunRow): Cause | null {
  return first === second ? null : { kind: "seed", text: `chance: seed ${first} against ${second}`, first, second };
}

/** The same, where the seed draws the slippage too: in two backtests, by the same formula. Elsewhere that is the service's. */
export function slippageSeed(first: RunRow, second: RunRow): Cause | null {
  if (first.backtest === null || second.backtest === null) return null;
  const formula = leafDifferences(first.config, second.config).some(
    ({ path }) => path.split(".").at(-1) === "slippage",
  );
  return formula ? null : seedCause(first, second);
}

/** Whether two fills of a trade differ by their slippage alone: neither in when it was made nor in what tokens cost. */
export function slippedOtherwise(first: IntentRow, second: IntentRow, a: TradeRow, b: TradeRow): boolean {
  const same = a.trade.at === b.trade.at && a.trade.fromAmount.equals(b.trade.fromAmount);
  return same && quotedAlike(first, second);
}

/** The ends that an unlucky slippage makes. */
const UNLUCKY = new Set(["LIMIT", "MAX_SLIPPAGE", "SLIPPAGE"]);

/** Whether a trade ended otherwise for its slippage alone. */
export function endedBySlippage(first: IntentRow, second: IntentRow): boolean {
  return [first, second].some((row) => UNLUCKY.has(endingCode(row))) && quotedAlike(first, second);
}
