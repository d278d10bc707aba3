import type { ArgumentIssue } from "../core/arguments.js";
import { ContenderError } from "../core/errors.js";

/** A strategy file that cannot be used: not there, not TypeScript, or without a strategy as its default export. */
export class StrategyFileError extends ContenderError {
  readonly code = "STRATEGY_FILE";
  readonly file: string;

  constructor(file: string, message: string, options: { remedy?: string; cause?: unknown }) {
    super(`${file}: ${message}`, options);
    this.file = file;
  }
}

/** One thing that is wrong with what config says of a strategy; from its entry there: `["params", "weights", "WETH.eth"]`. */
export type ParamIssue = ArgumentIssue;

/** Params, schedule or tokens of a strategy's entry in config that do not fit the strategy. */
export class StrategyConfigError extends ContenderError {
  readonly code = "STRATEGY_CONFIG";

  constructor(
    readonly strategy: string,
    readonly issues: readonly ParamIssue[],
    remedy = "",
  ) {
    const lines = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    super(`Strategy "${strategy}": ${lines.join("; ")}`, { remedy });
  }
}

/** A strategy's code did not return in time and was stopped. */
export class StrategyTimeoutError extends ContenderError {
  readonly code = "STRATEGY_TIMEOUT";
}

/** What `decide` returned is not a decision, or it asked for the cost of what could be none. */
export class BadDecisionError extends ContenderError {
  readonly code = "BAD_DECISION";
}

/** A strategy asked its view for something that it did not name in `needs`. */
export class NotNamedError extends ContenderError {
  readonly code = "NOT_NAMED";
}
