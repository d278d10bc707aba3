export type { Allocations } from "./allocations.js";
export type { Book } from "./books.js";
export { LedgerError } from "./errors.js";
export { exchangedUsd, plainFillEntries } from "./fill-entries.js";
export { Ledger } from "./ledger.js";
export { BookValues } from "./book-values.js";
export { unpricedTokens, valueUsd, type Holdings } from "./valuation.js";
