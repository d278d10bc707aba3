import type { Socket } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { andThen } from "../core/maybe.js";
import { messageOf } from "../core/errors.js";
import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import { openApiDocument, OPERATION_IDS, operations, SERVICE_ERRORS, type OperationId } from "../contract/index.js";
import { Refusal } from "../venue/index.js";
import { errorBody, JSON_TYPE } from "./error-body.js";
import { BODY_LIMIT } from "./exchanged.js";
import { readFields } from "./fields.js";
import { parseJsonBodies } from "./json-bodies.js";
import type { Service } from "./service.js";
import { answerRefusal, malformed, refuse, ServiceRefusal } from "./service-refusal.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose request it is; "" where the operation needs no key. */
    teamId: string;
  }
}

/** For a whole request, of the machine's time: one that comes drop by drop holds its connection no longer. */
const REQUEST_MS = 60_000;
/** Characters of a request that a refusal repeats. */
const LONGEST_QUOTED = 200;

/** The service over HTTP: one route an operation, JSON in every answer, whatever is asked. */
export function createServer(service: Service, clock: Clock, log: Log, requestMs = REQUEST_MS): FastifyInstance {
  // Otherwise node would date the answers by the machine's clock.
  const date = (reply: FastifyReply): FastifyReply => reply.header("date", new Date(clock.now()).toUTCString());
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // Fastify waits for ever for a body; and node takes the shorter of the two for that of the headers.
    requestTimeout: requestMs,
    http: { requireHostHeader: false, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 },
    frameworkErrors: (error, _request, reply) => sendRefusal(date(reply), malformed(begin(error.message))),
    clientErrorHandler: answerBrokenHttp,
  });
  // As a missing Host: node itself would refuse it, without JSON.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.decorateRequest("teamId", "");
  app.addHook("onRequest", (request, reply, done) => {
    date(reply);
    // Before the body is looked at: what is not there is not there, whatever was sent to it.
    if (request.is404) sendRefusal(reply, notFound(request));
    else done();
  });
  parseJsonBodies(app);
  for (const id of OPERATION_IDS) addRoute(app, id, service, log);
  addDocument(app, service.version);
  app.setErrorHandler((error, _request, reply) => sendError(error, null, reply, log));
  return app;
}

/** A request's way: admitted by its headers, its body parsed, its fields checked, answered. */
function addRoute(app: FastifyInstance, id: OperationId, service: Service, log: Log): void {
  const operation = operations[id];
  app.route({
    method: operation.method,
    url: operation.path,
    onRequest(request, _reply, done) {
      try {
        if (operation.auth) request.teamId = service.admission.admit(operation, request.headers.authorization);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler(request, reply) {
      const { teamId } = request;
      return andThen(service.answer(id, { teamId, ...readFields(id, request) }), (text) =>
        reply.header("content-type", JSON_TYPE).send(text),
      );
    },
    errorHandler: (error, _request, reply) => sendError(error, id, reply, log),
  });
}

/** The interface as the contract describes it; written when it is first asked for. */
function addDocument(app: FastifyInstance, version: string): void {
  let text: string | null = null;
  app.get("/openapi.json", (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(version));
    return reply.header("content-type", JSON_TYPE).send(text);
  });
}

function notFound({ url, method }: FastifyRequest): ServiceRefusal {
  const [path = ""] = url.split("?");
  return new ServiceRefusal("NOT_FOUND", SERVICE_ERRORS.NOT_FOUND.text({ method, path: begin(path) }));
}

/** What a request says, quoted: as much of it as helps. */
function begin(text: string): string {
  return text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text;
}

function sendRefusal(reply: FastifyReply, { status, message, headers }: ServiceRefusal): void {
  void reply.code(status).headers(headers).header("content-type", JSON_TYPE).send(errorBody(message));
}

/** What a request failed with, as an answer. */
function sendError(error: unknown, id: OperationId | null, reply: FastifyReply, log: Log): void {
  const refusal = refusalOf(error, id);
  if (refusal !== null) {
    sendRefusal(reply, refusal);
    return;
  }
  log.error("A request failed by a fault of the sandbox", { operation: id, error });
  void reply.code(500).header("content-type", JSON_TYPE).send(errorBody("Internal server error"));
}

/** The refusal that an error stands for; null where it is a fault of our own. */
function refusalOf(error: unknown, id: OperationId | null): ServiceRefusal | null {
  if (error instanceof ServiceRefusal) return error;
  if (error instanceof Refusal && id !== null) return answerRefusal(error, id);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return refuse("TOO_LARGE");
  return statusCode < 500 ? malformed(messageOf(error)) : null;
}

/** What is not even HTTP. */
function answerBrokenHttp(error: Error, socket: Socket): void {
  const body = errorBody(malformed(error.message).message);
  if (socket.writable)
    socket.write(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
