import { ContenderError } from "../core/errors.js";

/** Books were asked for something that would break "sum of all books = balances, never negative". */
export class LedgerError extends ContenderError {
  readonly code = "LEDGER";
}
