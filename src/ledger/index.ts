export { LedgerError } from "./errors.js";
export { exchangedUsd } from "./fill-entries.js";
export { Ledger } from "./ledger.js";
export { BookValues } from "./book-values.js";
export { valueUsd } from "./valuation.js";
