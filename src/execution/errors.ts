import { ContenderError } from "../core/errors.js";

/** No answer to a trade came in time: whether it was made is not known. */
export class TradeDeadlineError extends ContenderError {
  readonly code = "TRADE_DEADLINE";
}

/** `resolve` was asked for something that it cannot do. */
export class ResolveError extends ContenderError {
  readonly code = "RESOLVE";
}

/** An intent was asked to take a step that its state does not allow: a fault of the program. */
export class IntentStateError extends ContenderError {
  readonly code = "INTENT_STATE";
}
