import type { FastifyInstance } from "fastify";

/**
 * Bodies are JSON; no body at all is none. Keys that would reach an object's prototype are refused
 * by fastify's own parser. What is not JSON is refused where it is looked at, not where it is ignored.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body, done);
  });
  app.addContentTypeParser<string>("*", { parseAs: "string" }, (_request, body, done) => {
    done(null, body === "" ? undefined : body);
  });
}
