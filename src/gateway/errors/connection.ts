import { ContenderError } from "../../core/errors.js";

/** No connection, or it broke: refused, reset, no such host, TLS. Whether the request was served is not known. */
export class NetworkError extends ContenderError {
  readonly code = "NETWORK";
  constructor(operation: string, origin: string, cause: unknown) {
    super(`${operation}: ${reasonOf(cause)} (${origin})`, {
      remedy: "Check the base URL, the network, and that the service runs.",
      cause: withoutData(cause),
    });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
  UND_ERR_DESTROYED: "the connection was closed here",
};

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && cause.name === "HTTPParserError") return "what answers there is not HTTP";
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return REASONS[code] ?? (code === "" ? "the connection failed" : `the connection failed, ${code}`);
}

/** undici's parser puts the bytes that it could not read into its error: in them the key may stand, echoed. */
function withoutData(cause: unknown): unknown {
  return cause instanceof Error && "data" in cause ? new Error(cause.message) : cause;
}

/** No whole answer within the deadline. Whether the request was served is not known. */
export class DeadlineError extends ContenderError {
  readonly code = "DEADLINE";
  constructor(operation: string, ms: number) {
    super(`${operation}: no answer within ${ms} ms`, {
      remedy: "Raise the deadline in config if the service is merely slow.",
    });
  }
}

/** An answer that is not what the interface says: HTML, half a body, wrong types, too large. */
export class AnswerError extends ContenderError {
  readonly code = "ANSWER";
  constructor(
    readonly operation: string,
    readonly status: number,
    problem: string,
    /** Whether another try may help: a proxy, or a moment's fault of the service, may be to blame. */
    readonly transient: boolean,
    cause?: unknown,
  ) {
    super(`The answer to ${operation} (status ${status}) cannot be read: ${problem}`, {
      remedy: "Check that the base URL is the service's; if it is, its version is one that this version cannot read.",
      cause,
    });
  }
}

/** 3xx: redirects are not followed, for they would carry the key somewhere else. */
export class RedirectError extends ContenderError {
  readonly code = "REDIRECT";
  constructor(operation: string, status: number, location: string) {
    super(`${operation} is redirected (status ${status}) to ${location === "" ? "nowhere" : location}`, {
      remedy: "Put the address at which the service itself answers into the base URL.",
    });
  }
}

/** Something answers, but not with this interface: another path, or another version of the service. */
export class DialectError extends ContenderError {
  readonly code = "DIALECT";
  constructor(
    message: string,
    remedy: string,
    /** What it seems to be, for people; null where that is not known. */
    readonly dialect: string | null = null,
  ) {
    super(message, { remedy });
  }
}
