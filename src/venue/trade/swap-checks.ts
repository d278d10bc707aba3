import type { Token } from "../../model/token.js";
import { sameRef, type TokenRef } from "../price/lookup.js";

/** The checks of a swap that deployments of the service make in different ways. */
export interface SwapChecks {
  /** Whether a request names one token on both sides, before any price is known. */
  readonly isIdentical: (from: TokenRef, to: TokenRef) => boolean;
  /** Whether a trade is a cross-chain one. */
  readonly isCrossChain: (from: Token, to: Token) => boolean;
  /** Whether a quote is refused for identical tokens, and its slippage is 100 % at most. */
  readonly strictQuotes: boolean;
}

/** As the interface's notes say. */
export const USUAL_CHECKS: SwapChecks = {
  isIdentical: sameRef,
  isCrossChain: (from, to) => from.specificChain !== to.specificChain,
  strictQuotes: true,
};
