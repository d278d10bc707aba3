import { ContenderError, errorCode, messageOf } from "../core/errors.js";

/**
 * A command that was not given as it has to be: an argument that is missing or no number, options that exclude each
 * other.
 */
export class UsageError extends ContenderError {
  readonly code = "USAGE";
}

/** The disk is full: a report could not be written. The run that it is of is whole, and so is a report that was there. */
export class ReportFullError extends ContenderError {
  readonly code = "REPORT_FULL";
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

/**
 * The market of the sandbox does not reach over the competition, has no prices of what the teams begin with, or its files
 * cannot be what they should.
 */
export class MarketRangeError extends ContenderError {
  readonly code = "MARKET_RANGE";
}

/** An error came up where nobody was there to catch it: a timer or an event of a strategy's, or a fault of the program. */
export class UncaughtError extends ContenderError {
  readonly code = "UNCAUGHT";
  constructor(cause: unknown) {
    super(`An uncaught error ended the program: ${messageOf(cause)}`, {
      remedy: `${["EMFILE", "ENFILE"].includes(errorCode(cause)) ? "Raise the limit of open files (ulimit -n)" : "Check timers and event handlers in your strategies"}. CONTENDER_DEBUG=1 shows where it was thrown. The journal is intact: start again.`,
      cause,
    });
  }
}

/** Something ended the process before the command was done: `process.exit` in a strategy, or in a package that it uses. */
export class EndedEarlyError extends ContenderError {
  readonly code = "ENDED_EARLY";
  constructor() {
    super("The program was ended before it had finished", {
      remedy: "Check your strategies and their packages for process.exit. The journal is intact: start again.",
    });
  }
}

/** What a command printed could not be written whole: standard output goes to a disk that is full. */
export class OutputLostError extends ContenderError {
  readonly code = "OUTPUT_LOST";
  constructor(cause: Error) {
    super(`Standard output could not be written and is incomplete: ${cause.message}`, {
      remedy: "Free space on its disk, or redirect it. The command itself has finished, including any trade.",
      cause,
    });
  }
}

/** What would be made is already there. */
export class ExistsError extends ContenderError {
  readonly code = "EXISTS";
}

/** A backtest needs a recorded tape, and there is none. */
export class NoTapeError extends ContenderError {
  readonly code = "NO_TAPE";
}
