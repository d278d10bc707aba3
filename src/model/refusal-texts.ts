import { Decimal } from "../core/number/decimal.js";

/**
 * What the service says when it refuses a trade (service-behaviour, "Errors"). They go into journals and to strategies,
 * so the simulated venue says them too: a refused trade reads the same live and in a backtest.
 */
export const REFUSAL_TEXTS = {
  deactivated: (reason: string) => `Your team has been deactivated from the competition: ${reason}`,
  noCompetition: "No active competition",
  notParticipating: (which: "the active" | "this") => `Your team is not participating in ${which} competition`,
  competitionNotFound: "Competition not found",
  missingFields: "Missing required parameters: fromToken, toToken, amount",
  missingReason: "Missing required parameter: reason",
  malformed: (why: string) => `Malformed request: ${why}`,
  badAmount: "Amount must be a positive number",
  /** @param minimum plain decimal text */
  tooSmall: (minimum: string) => `Trade amount too small (minimum: ${minimum})`,
  sameToken: "Cannot trade between identical tokens",
  noPrice: "Unable to determine price for tokens",
  crossChain: "Cross-chain trading is disabled. Both tokens must be on the same blockchain.",
  insufficientBalance: "Insufficient balance",
  /** @param percent of the portfolio's value, plain decimal text */
  overCap: (percent: string) => `Trade exceeds maximum size (${percent}% of portfolio value)`,
  slippage: "Slippage exceeds tolerance",
} as const;

/** A share in percent, plain notation: 0.25 is `25`. */
export function percentOf(share: number): string {
  return new Decimal(share).times(100).toFixed();
}
