import { ContenderError } from "../core/errors.js";

/** A command that was not given as it has to be: an argument that is missing or no number, options that exclude each other. */
export class UsageError extends ContenderError {
  readonly code = "USAGE";
}

/** The command needs a running bot, and none runs on this data folder. */
export class NoBotError extends ContenderError {
  readonly code = "NO_BOT";
}

/** A bot that was started for one command ended before it could carry it out: `code` says why. */
export class EndedError extends ContenderError {
  constructor(
    readonly code: string,
    message: string,
    remedy: string,
  ) {
    super(message, { remedy });
  }
}

/** The bot went away before it had answered. What it had begun is in its journal. */
export class BotGoneError extends ContenderError {
  readonly code = "BOT_GONE";
}

/** The control socket cannot be opened, or the place for it is not this user's alone. */
export class ControlSocketError extends ContenderError {
  readonly code = "CONTROL_SOCKET";
}

/** What was sent to the control socket is no request. */
export class ControlRequestError extends ContenderError {
  readonly code = "CONTROL_REQUEST";
}

/** An error of the running bot, as it told this process: `code` is the original one. */
export class RemoteError extends ContenderError {
  constructor(
    readonly code: string,
    message: string,
    remedy: string,
  ) {
    super(message, { remedy });
  }
}

/** The market of the sandbox does not reach over the competition, or its files cannot be what they should. */
export class MarketRangeError extends ContenderError {
  readonly code = "MARKET_RANGE";
}

/** What would be made is already there. */
export class ExistsError extends ContenderError {
  readonly code = "EXISTS";
}
