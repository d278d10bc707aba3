import { ContenderError, errorCode, messageOf } from "../core/errors.js";

/** Wrong usage of a command: an argument is missing or not a number, or options exclude each other. */
export class UsageError extends ContenderError {
  readonly code = "USAGE";
}

/** A report could not be written because the disk is full. The run and any earlier report are intact. */
export class ReportFullError extends ContenderError {
  readonly code = "REPORT_FULL";
}

/** The command needs a running bot, and none runs on this data folder. */
export class NoBotError extends ContenderError {
  readonly code = "NO_BOT";
}

/** A bot started for one command ended before it could carry it out. `code` says why. */
export class EndedError extends ContenderError {
  constructor(
    readonly code: string,
    message: string,
    remedy: string,
  ) {
    super(message, { remedy });
  }
}

/** The bot ended before it answered. The trades it had begun are in its journal. */
export class BotGoneError extends ContenderError {
  readonly code = "BOT_GONE";
}

/** The control socket cannot be opened, or other users can access its folder. */
export class ControlSocketError extends ContenderError {
  readonly code = "CONTROL_SOCKET";
}

/** The control socket received an invalid request. */
export class ControlRequestError extends ContenderError {
  readonly code = "CONTROL_REQUEST";
}

/** An error reported by the running bot. `code` is the original one. */
export class RemoteError extends ContenderError {
  constructor(
    readonly code: string,
    message: string,
    remedy: string,
  ) {
    super(message, { remedy });
  }
}

/** The sandbox's market does not cover the competition, lacks prices of the start balances, or its files are invalid. */
export class MarketRangeError extends ContenderError {
  readonly code = "MARKET_RANGE";
}

/** An uncaught error: from a timer or event handler of a strategy, or a bug in Contender. */
export class UncaughtError extends ContenderError {
  readonly code = "UNCAUGHT";
  constructor(cause: unknown) {
    super(`An uncaught error ended the program: ${messageOf(cause)}`, {
      remedy: `${["EMFILE", "ENFILE"].includes(errorCode(cause)) ? "Raise the limit of open files (ulimit -n)" : "Check timers and event handlers in your strategies"}. CONTENDER_DEBUG=1 shows where it was thrown. The journal is intact: start again.`,
      cause,
    });
  }
}

/** The process was ended before the command had finished: `process.exit` in a strategy or in one of its packages. */
export class EndedEarlyError extends ContenderError {
  readonly code = "ENDED_EARLY";
  constructor() {
    super("The program was ended before it had finished", {
      remedy: "Check your strategies and their packages for process.exit. The journal is intact: start again.",
    });
  }
}

/** The output of a command is incomplete because the disk behind standard output is full. */
export class OutputLostError extends ContenderError {
  readonly code = "OUTPUT_LOST";
  constructor(cause: Error) {
    super(`Standard output could not be written and is incomplete: ${cause.message}`, {
      remedy: "Free space on its disk, or redirect it. The command itself has finished, including any trade.",
      cause,
    });
  }
}

/** The file to create already exists. */
export class ExistsError extends ContenderError {
  readonly code = "EXISTS";
}

/** A backtest needs a recorded tape, and there is none. */
export class NoTapeError extends ContenderError {
  readonly code = "NO_TAPE";
}
