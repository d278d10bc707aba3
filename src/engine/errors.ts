import { ContenderError } from "../core/errors.js";

/** Something was asked of the bot that it can only do while it is in a competition. */
export class NotTradingError extends ContenderError {
  readonly code = "NOT_TRADING";
}
