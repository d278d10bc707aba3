/**
 * The base of every error that Contender throws on purpose. `code` is literal and stable (the page
 * docs/reference/errors.md lists them all; a test keeps page and code equal), `message` says what
 * went wrong and where, `remedy` what the reader can do about it.
 */
export abstract class ContenderError extends Error {
  abstract readonly code: string;
  /** What the reader can do about it, one sentence; empty where nothing can be done. */
  readonly remedy: string;

  constructor(message: string, options: { remedy?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.remedy = options.remedy ?? "";
  }
}

/**
 * The text of anything thrown, with the texts of those of its causes that it does not tell itself. Never throws, whatever
 * was thrown: plugins are other people's code.
 */
export function messageOf(error: unknown): string {
  try {
    return textOf(error, []);
  } catch {
    return "something was thrown that cannot be read";
  }
}

/** @param told what this is a cause of: causes may go round in a circle */
function textOf(error: unknown, told: readonly unknown[]): string {
  if (!(error instanceof Error)) return String(error);
  const given: unknown = error.message;
  const message = String(given);
  const round = [...told, error];
  const cause = error.cause === undefined || round.includes(error.cause) ? "" : textOf(error.cause, round);
  return message.includes(cause) ? message : `${message} (${cause})`;
}

/** The code of anything thrown, Node's (`ENOENT`) or our own; "" where it has none. */
export function errorCode(thrown: unknown): string {
  const code = typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : "";
  return typeof code === "string" ? code : "";
}

/** Anything thrown, as an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

/** What is told of anything thrown in one text: what went wrong, then what can be done about it. */
export function messageWithRemedy(error: unknown): string {
  const { message, remedy } = toldOf(error);
  return `${message}. ${remedy}`.trim();
}

/** What is told of anything thrown, in JSON too. What is none of ours is a fault of the program: INTERNAL. */
export function toldOf(error: unknown): { readonly code: string; readonly message: string; readonly remedy: string } {
  const { code, remedy } = error instanceof ContenderError ? error : { code: "INTERNAL", remedy: "" };
  return { code, message: messageOf(error), remedy };
}
