import { ContenderError } from "../core/errors.js";

/** Invalid options of a backtest: an unknown option, an invalid latency, or no strategy. */
export class BacktestOptionError extends ContenderError {
  readonly code = "BACKTEST_OPTION";
}

/** `from` or `to` is outside the tape, or `from` is not before `to`. */
export class BacktestRangeError extends ContenderError {
  readonly code = "BACKTEST_RANGE";
}

/** A token to trade or hold has no prices on the tape. */
export class NotOnTapeError extends ContenderError {
  readonly code = "NOT_ON_TAPE";
}

/** A strategy needs more bars than the tape has until the end of the run, so it could never decide. */
export class HistoryTooShortError extends ContenderError {
  readonly code = "HISTORY_TOO_SHORT";
}

/** A strategy's `read` uses external data, and no recorded inputs were given. */
export class ExternalReadError extends ContenderError {
  readonly code = "EXTERNAL_READ";
}

/** A strategy opened a network connection during a backtest. Its answer would be of today. */
export class NetworkReadError extends ContenderError {
  readonly code = "NETWORK_READ";
}

/** The engine failed in the middle of a backtest, because of a bug or an invalid input. */
export class BacktestFailedError extends ContenderError {
  readonly code = "BACKTEST_FAILED";
}
