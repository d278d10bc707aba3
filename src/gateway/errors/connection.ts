import { ContenderError, errorCode } from "../../core/errors.js";

/** No connection, or it broke: refused, reset, no such host, TLS. Whether the request was served is not known. */
export class NetworkError extends ContenderError {
  readonly code = "NETWORK";
  constructor(operation: string, origin: string, cause: unknown) {
    const reason = reasonOf(cause);
    super(`${operation}: ${reason} (${origin})`, {
      remedy: remedyOf(reason, origin),
      cause: shortCause(cause),
    });
  }
}

const NO_TLS = "it does not speak TLS there";
const TLS = "it speaks TLS there";
const RESET = "the connection was reset";
const BROKE = "the connection broke";
const UNKNOWN_AUTHORITY = "its certificate is of no authority that this machine knows";

const CHECK = "Check the base URL, the network, and that the service runs.";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ECONNRESET: RESET,
  UND_ERR_SOCKET: BROKE,
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
  UND_ERR_DESTROYED: "the connection was closed here",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
};

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && cause.name === "HTTPParserError")
    return isAlert(cause) ? TLS : "what answers there is not HTTP";
  const code = errorCode(cause);
  return REASONS[code] ?? (code === "" ? "the connection failed" : `the connection failed, ${code}`);
}

/** Whether what could not be read begins as an alert of TLS: the type, then the major version. */
function isAlert(cause: Error): boolean {
  return "data" in cause && typeof cause.data === "string" && cause.data.startsWith("\u0015\u0003");
}

function remedyOf(reason: string, origin: string): string {
  const secure = origin.replace(/^http:/, "https:");
  switch (reason) {
    case TLS:
      return `Write ${secure}.`;
    case BROKE:
    case RESET:
      // Most of those who speak TLS hang up on HTTP without a word: that it is one of them cannot be known.
      return secure === origin ? CHECK : `${CHECK} If it speaks TLS there, write ${secure}.`;
    case NO_TLS:
      return `Write ${origin.replace(/^https:/, "http:")} if it is the service, or name the port where it speaks TLS.`;
    case UNKNOWN_AUTHORITY:
      return "If the authority is your own, set NODE_EXTRA_CA_CERTS to the file with its certificate.";
    default:
      return CHECK;
  }
}

/**
 * undici's parser puts the bytes that it could not read into its error: in them the key may stand, echoed. What OpenSSL
 * says are places in its source, with a line break: the code says as much.
 */
function shortCause(cause: unknown): unknown {
  const code = errorCode(cause);
  if (code.startsWith("ERR_SSL_")) return new Error(code);
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
  ) {
    super(`The answer to ${operation} (status ${status}) cannot be read: ${problem}`, {
      remedy: "Check that the base URL is the service's; if it is, its version is one that this version cannot read.",
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
  constructor(message: string, remedy: string) {
    super(message, { remedy });
  }
}
