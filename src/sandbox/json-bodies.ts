import type { FastifyInstance } from "fastify";
import { DEEPEST_JSON, isTooDeep } from "../core/json.js";
import { malformed } from "./service-refusal.js";

/**
 * Bodies are JSON; no body at all is none. Keys that would reach an object's prototype are refused
 * by fastify's own parser, and here what is nested so deep that it could not be written again. What
 * is not JSON is refused where it is looked at, not where it is ignored.
 */
export function parseJsonBodies(app: FastifyInstance): void {
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
