import type { Socket } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { andThen } from "../core/maybe.js";
import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import { OPERATION_IDS, operations, SERVICE_ERRORS, type OperationId } from "../contract/index.js";
import { errorBody, JSON_TYPE } from "./error-body.js";
import { BODY_LIMIT, type SandboxAnswer } from "./exchanged.js";
import type { Profile, Service } from "./profiles/profile.js";
import { malformed, ServiceRefusal } from "./service-refusal.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose request it is; "" where the operation needs no key. */
    teamId: string;
  }
}

interface Ports {
  readonly service: Service;
  readonly profile: Pick<Profile, "http" | "errorAnswer">;
  readonly clock: Clock;
  readonly log: Log;
  /** For a whole request, milliseconds of the machine's time: one that comes drop by drop holds its connection no longer. */
  readonly requestMs?: number | undefined;
}

const REQUEST_MS = 60_000;
/** Characters of a request that a refusal repeats. */
const LONGEST_QUOTED = 200;

/** The service over HTTP: one route an operation, and an answer to whatever is asked. */
export function createServer({ service, profile, clock, log, requestMs = REQUEST_MS }: Ports): FastifyInstance {
  const { http } = profile;
  // Otherwise node would date the answers by the machine's clock.
  const date = (reply: FastifyReply): FastifyReply => reply.header("date", new Date(clock.now()).toUTCString());
  const fail: Fail = (error, id, reply) => sendError(error, id, reply, { profile, log });
  const app = fastify({
    ...http.options,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    // Fastify waits for ever for a body; and node takes the shorter of the two for that of the headers.
    requestTimeout: requestMs,
    http: { requireHostHeader: false, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 },
    frameworkErrors: (error, _request, reply) => fail(malformed(begin(error.message)), null, date(reply)),
    clientErrorHandler: answerBrokenHttp,
  });
  // As a missing Host: node itself would refuse it, without JSON.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.decorateRequest("teamId", "");
  app.addHook("onRequest", (request, reply, done) => {
    date(reply);
    // Before the body is looked at: what is not there is not there, whatever was sent to it.
    if (request.is404) fail(notFound(request), null, reply);
    else done();
  });
  http.parseBodies(app);
  for (const id of OPERATION_IDS) addRoute(app, id, { service, admitsOn: http.admitsOn, fail });
  http.addRoutes(app, service, clock);
  app.setErrorHandler((error, _request, reply) => fail(error, null, reply));
  return app;
}

/** Answers a request that failed. */
type Fail = (error: unknown, id: OperationId | null, reply: FastifyReply) => void;

interface Route extends Pick<Ports, "service">, Pick<Profile["http"], "admitsOn"> {
  readonly fail: Fail;
}

/** A request's way: admitted by its headers, its body parsed (in either order), its fields checked, answered. */
function addRoute(app: FastifyInstance, id: OperationId, { service, admitsOn, fail }: Route): void {
  const operation = operations[id];
  const admit = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      if (operation.auth) request.teamId = service.admit(operation, request.headers.authorization);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  app.route({
    method: operation.method,
    url: operation.path,
    [admitsOn]: admit,
    handler(request, reply) {
      return andThen(service.answer(id, request.teamId, request), (text) =>
        reply.header("content-type", JSON_TYPE).send(text),
      );
    },
    errorHandler: (error, _request, reply) => fail(error, id, reply),
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

function sendAnswer(reply: FastifyReply, { status, headers, body }: SandboxAnswer): void {
  void reply.code(status).headers(headers).send(body);
}

/** What a request failed with, as an answer. */
function sendError(
  error: unknown,
  id: OperationId | null,
  reply: FastifyReply,
  { profile, log }: Pick<Ports, "profile" | "log">,
): void {
  const answer = profile.errorAnswer(error, id);
  if (answer !== null) {
    sendAnswer(reply, answer);
    return;
  }
  log.error("A request failed because of a bug in the sandbox", { operation: id, error });
  sendAnswer(reply, { status: 500, headers: { "content-type": JSON_TYPE }, body: errorBody("Internal server error") });
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
