import type { FastifyInstance } from "fastify";
import { messageOf } from "../../core/errors.js";
import type { MaybePromise } from "../../core/maybe.js";
import { openApiDocument, SERVICE_ERRORS, type OperationId } from "../../contract/index.js";
import { Refusal } from "../../venue/index.js";
import { Admission, type Gate } from "../admission.js";
import { Answers } from "../answers.js";
import { bearerOf } from "../api-keys.js";
import { errorBody, JSON_TYPE } from "../error-body.js";
import type { SandboxAnswer } from "../exchanged.js";
import { readFields } from "../fields.js";
import type { Call, Handlers } from "../handlers.js";
import { accountHandlers } from "../handlers/account.js";
import { competitionHandlers } from "../handlers/competition.js";
import { healthHandlers } from "../handlers/health.js";
import { priceHandlers } from "../handlers/price.js";
import { tradeHandlers } from "../handlers/trade.js";
import { RateWindows } from "../rate-windows.js";
import { answerRefusal, malformed, refuse, ServiceRefusal } from "../service-refusal.js";
import { VERSION } from "../version.js";
import type { Profile, Service, ServiceParts } from "./profile.js";
import { DEEPEST_JSON, isTooDeep } from "../../core/json.js";

/** The interface as it is written; its gaps are filled plainly. */
export const documentProfile: Profile = {
  name: "document",
  priceCacheMs: 0,
  exchange: {},
  newMetadata: {},
  http: {
    options: { exposeHeadRoutes: false },
    admitsOn: "onRequest",
    parseBodies: parseJsonBodies,
    addRoutes: addDocument,
  },
  tokens: (registry, market) => ({ registry, market }),
  serve,
  errorAnswer(error, id) {
    const refusal = refusalOf(error, id);
    return refusal === null ? null : answerOf(refusal);
  },
};

/** Answers every operation as the interface says. Throws ServiceRefusal, or the exchange's Refusal. */
export function documentAnswers({ exchange, keys, clock, rateLimits, options }: ServiceParts): Service["answer"] {
  const { restrictedLeaderboard = false, priceChainCase = "upper" } = options;
  const answers = new Answers();
  const handlers: Handlers = {
    ...accountHandlers(exchange, keys, answers),
    ...competitionHandlers(exchange, answers, { restrictedLeaderboard, rateLimits }),
    ...tradeHandlers(exchange, answers),
    ...priceHandlers(exchange, clock, priceChainCase === "lower"),
    ...healthHandlers(clock, answers, VERSION),
  };
  const answer = <Id extends OperationId>(id: Id, call: Call<Id>): MaybePromise<string> => handlers[id](call);
  return (id, teamId, sent) => answer(id, { teamId, ...readFields(id, sent) });
}

function serve(parts: ServiceParts): Service {
  const { keys, clock, rateLimits } = parts;
  const windows = new RateWindows(clock, rateLimits);
  const admission = new Admission({ clock, keys, windows, gate: gateOf(parts) });
  return {
    version: VERSION,
    admit: (operation, authorization) => admission.admit(operation, authorization),
    answer: documentAnswers(parts),
    restart: () => windows.clear(),
  };
}

function gateOf({ exchange, options }: ServiceParts): Gate {
  return {
    bearerOf,
    checkOpen(teamId) {
      exchange.checkAccess(teamId);
      const { deactivation } = exchange.team(teamId);
      if (options.closeAfterEnd === true && deactivation?.cause === "ended")
        throw new ServiceRefusal("COMPETITION_ENDED", SERVICE_ERRORS.DEACTIVATED.text({ reason: deactivation.reason }));
    },
    checkTrading: (teamId) => exchange.checkTrading(teamId),
  };
}

/** The interface as the contract describes it; written when it is first asked for. */
function addDocument(app: FastifyInstance, { version }: Pick<Service, "version">): void {
  let text: string | null = null;
  app.get("/openapi.json", (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(version));
    return reply.header("content-type", JSON_TYPE).send(text);
  });
}

/** The refusal that an error stands for; null where it is a defect of the sandbox. */
function refusalOf(error: unknown, id: OperationId | null): ServiceRefusal | null {
  if (error instanceof ServiceRefusal) return error;
  if (error instanceof Refusal && id !== null) return answerRefusal(error, id);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return refuse("TOO_LARGE");
  return statusCode < 500 ? malformed(messageOf(error)) : null;
}

function answerOf({ status, headers, message }: ServiceRefusal): SandboxAnswer {
  return { status, headers: { ...headers, "content-type": JSON_TYPE }, body: errorBody(message) };
}

/**
 * Bodies are JSON; no body at all is none. Keys that would reach an object's prototype are refused
 * by fastify's own parser, and here what is nested so deep that it could not be written again. What
 * is not JSON is refused where it is looked at, not where it is ignored.
 */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else
      void parse(request, body, (error, value) => {
        if (error === null && isTooDeep(value))
          done(malformed(`the body is nested more than ${DEEPEST_JSON} levels deep`));
        else done(error, value);
      });
  });
  app.addContentTypeParser<string>("*", { parseAs: "string" }, (_request, body, done) => {
    done(null, body === "" ? undefined : body);
  });
}
