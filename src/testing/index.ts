/**
 * The kit for testing strategies, `contender/testing`: one decision on facts that the test makes up,
 * or a whole run of the real engine over prices that it makes up.
 */
export { barsOf, type BarsOptions } from "./bars-of.js";
export { TestFactsError, type FactIssue } from "./errors.js";
export type { Facts } from "./facts.js";
export { runOnPrices, type PriceRun, type PriceRunOptions } from "./run-on-prices.js";
export { decideOnce, viewFor } from "./view-for.js";
