import { REFUSAL_TEXTS } from "../../../model/refusal-texts.js";
import { Refusal } from "../../../venue/index.js";
import type { OperationId } from "../../../contract/index.js";
import { errorBody, JSON_TYPE } from "../../error-body.js";
import type { SandboxAnswer } from "../../exchanged.js";
import { answerRefusal, ServiceRefusal } from "../../service-refusal.js";

/** An error of the deployed service that is not part of the interface. */
export class DeployedError extends Error {
  constructor(
    readonly status: number,
    text: string,
    /** Additional members of the body. */
    readonly more: Readonly<Record<string, boolean>> = {},
  ) {
    super(text);
  }
}

/** The answer to an unexpected error in the service. */
export const internalError = (): DeployedError => new DeployedError(500, INTERNAL);

const INTERNAL = "Internal Server Error";
const INVALID_KEY =
  "Invalid API key. This key may have been reset or is no longer associated with an active account. Please ensure you're using your most recent API key.";

/** The answer to an error; null if it is a bug in the sandbox. */
export function errorAnswer(error: unknown, id: OperationId | null): SandboxAnswer | null {
  if (error instanceof DeployedError) return json(error.status, error.message, error.more);
  if (error instanceof ServiceRefusal) return refusalAnswer(error, id);
  if (error instanceof Refusal && id !== null) return refusalAnswer(answerRefusal(error, id), id);
  // What Fastify says of a body: too large, or not to be parsed.
  const { statusCode = 500 } = error as { statusCode?: number };
  return statusCode < 500 ? json(500, INTERNAL) : null;
}

function refusalAnswer(refusal: ServiceRefusal, id: OperationId | null): SandboxAnswer {
  switch (refusal.code) {
    case "NOT_FOUND":
      return notFoundPage(refusal.message);
    case "INVALID_KEY":
      return json(401, INVALID_KEY);
    case "MALFORMED":
    case "TOO_LARGE":
      return json(500, INTERNAL);
    case "NOT_PARTICIPATING":
      // An execute does not ask whether the team takes part: a team outside has no balance.
      return id === "executeTrade" ? json(400, REFUSAL_TEXTS.insufficientBalance) : plain(refusal);
    default:
      return plain(refusal);
  }
}

/** Express's own page. */
function notFoundPage(message: string): SandboxAnswer {
  const line = message
    .replace(/^There is no/, "Cannot")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
  const head = '<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>';
  return {
    status: 404,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!DOCTYPE html>\n<html lang="en">\n${head}\n<body>\n<pre>${line}</pre>\n</body>\n</html>\n`,
  };
}

function plain({ status, message, headers }: ServiceRefusal): SandboxAnswer {
  const answer = json(status, message);
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function json(status: number, error: string, more: Readonly<Record<string, boolean>> = {}): SandboxAnswer {
  const body = Object.keys(more).length === 0 ? errorBody(error) : JSON.stringify({ success: false, error, ...more });
  return { status, headers: { "content-type": JSON_TYPE }, body };
}
