import {
  decodeAnswer,
  DecodeError,
  errorText,
  recogniseError,
  type Answer,
  type OperationId,
} from "../contract/index.js";
import { messageOf } from "../core/errors.js";
import { printable } from "../core/printable.js";
import type { Secrets } from "../core/secrets.js";
import {
  AnswerError,
  AuthError,
  CompetitionEndedError,
  DeactivatedError,
  DialectError,
  LeaderboardRestrictedError,
  NoActiveCompetitionError,
  NoEntryError,
  NotFoundError,
  NotParticipatingError,
  RedirectError,
  RequestRefusedError,
  ServiceError,
  type Refused,
} from "./errors.js";
import type { RateLimitHints } from "./limits/retry-after.js";
import { headerOf, type HttpAnswer } from "./transport.js";

/** With these nothing can be wrong with the request itself. */
const ASK_NOTHING: readonly OperationId[] = ["getHealth", "getStatus"];

/** Characters of an error's text, and of a body that has none, that are shown. */
const LONGEST_TEXT = 400;
const LONGEST_EXCERPT = 200;

/** The value of a 2xx answer. Throws AnswerError. */
export function readAnswer<Id extends OperationId>(id: Id, answer: HttpAnswer, secrets: Secrets): Answer<Id> {
  let json: unknown;
  try {
    json = JSON.parse(answer.body);
  } catch {
    // The parser's own message quotes the body, in which a new key may stand.
    throw new AnswerError(id, answer.status, whatItIs(answer.body), true);
  }
  try {
    return decodeAnswer(id, json);
  } catch (error) {
    const text = errorText(answer.body);
    const said = text === null ? "" : `it says "${shown(text, secrets)}", and `;
    // The whole error would name the operation a second time.
    const problems = error instanceof DecodeError ? error.problems : messageOf(error);
    throw new AnswerError(id, answer.status, `${said}it is not what the interface says:\n${problems}`, true);
  }
}

/** The error of any other answer but 429. */
export function errorOf(id: OperationId, answer: HttpAnswer, secrets: Secrets): Error {
  const refused = refusedOf(id, answer, secrets);
  const { status } = answer;
  if (status >= 500) return new ServiceError(refused);
  if (status === 401) return new AuthError(refused);
  if (status >= 300 && status < 400)
    return new RedirectError(id, status, shown(headerOf(answer, "location") ?? "", secrets));
  switch (refused.recognised) {
    case "COMPETITION_ENDED":
      return new CompetitionEndedError(refused);
    case "DEACTIVATED":
      return new DeactivatedError(refused);
    case "NOT_PARTICIPATING":
      return new NotParticipatingError(refused);
    case "NO_COMPETITION":
    case "NO_COMPETITION_NAMED":
    case "NO_RULES":
      return new NoActiveCompetitionError(refused);
    case "LEADERBOARD_RESTRICTED":
      return new LeaderboardRestrictedError(refused);
    case "COMPETITION_NOT_FOUND":
      return new NotFoundError(refused);
    default:
      if (status === 404) return noSuchPath(id);
      return ASK_NOTHING.includes(id) ? new NoEntryError(refused) : new RequestRefusedError(refused);
  }
}

/** What an answer refuses, with its text scrubbed and on one line. */
export function refusedOf(id: OperationId, { status, body }: HttpAnswer, secrets: Secrets): Refused {
  const said = errorText(body);
  const text = said === null ? excerpt(body, secrets) : shown(said, secrets);
  return { operation: id, status, text, recognised: recogniseError(status, body) };
}

/** What a 429 says of when to come back. */
export function rateLimitHints(answer: HttpAnswer, text: string): RateLimitHints {
  return { retryAfter: headerOf(answer, "retry-after"), reset: headerOf(answer, "x-ratelimit-reset"), text };
}

function noSuchPath(id: OperationId): DialectError {
  return new DialectError(
    `The service does not know the path of ${id}`,
    "Check the base URL: it is what comes before /api. `contender doctor` tells which version of the service answers there.",
  );
}

function whatItIs(body: string): string {
  if (body.trim() === "") return "it is empty";
  return body.trimStart().startsWith("<") ? "it is an HTML page" : "it is no whole JSON document";
}

function excerpt(body: string, secrets: Secrets): string {
  return body.trimStart().startsWith("<") ? "an HTML page" : shown(body, secrets).slice(0, LONGEST_EXCERPT);
}

/**
 * A text of the service's, for people: without line breaks and control characters, so that an answer
 * cannot forge lines of a log. Scrubbed before it is cut: of a secret that is cut a part would stay.
 */
function shown(text: string, secrets: Secrets): string {
  return printable(secrets.scrub(text)).trim().slice(0, LONGEST_TEXT);
}
