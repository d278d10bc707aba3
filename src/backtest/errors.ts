import { ContenderError } from "../core/errors.js";

/** A backtest cannot be what was asked for: an option that there is not, its latency, or that there is nothing to run. */
export class BacktestOptionError extends ContenderError {
  readonly code = "BACKTEST_OPTION";
}

/** `from` and `to` do not lie within the tape, or not in this order. */
export class BacktestRangeError extends ContenderError {
  readonly code = "BACKTEST_RANGE";
}

/** Something that is to be traded or held has no prices on the tape. */
export class NotOnTapeError extends ContenderError {
  readonly code = "NOT_ON_TAPE";
}

/** A strategy needs more bars than the tape has up to the end of the run: it could never decide. */
export class HistoryTooShortError extends ContenderError {
  readonly code = "HISTORY_TOO_SHORT";
}

/** A strategy's `read` goes elsewhere than to the venue, and nothing is there that was recorded of it. */
export class ExternalReadError extends ContenderError {
  readonly code = "EXTERNAL_READ";
}

/** Code of a strategy opened a network connection while the past was being played: its answer would be of today. */
export class NetworkReadError extends ContenderError {
  readonly code = "NETWORK_READ";
}

/** The engine failed in the middle of a backtest: the program is at fault, or what it was given. */
export class BacktestFailedError extends ContenderError {
  readonly code = "BACKTEST_FAILED";
}
