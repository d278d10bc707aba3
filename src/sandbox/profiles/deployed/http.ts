import type { FastifyInstance } from "fastify";
import { iso } from "../../../core/time/utc.js";
import { malformed } from "../../service-refusal.js";
import type { HttpProfile } from "../profile.js";

/** Requests as Express reads them with its usual settings. */
export const deployedHttp: HttpProfile = {
  options: { exposeHeadRoutes: true, routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } },
  admitsOn: "preHandler",
  parseBodies,
  addRoutes(app, { version }, clock) {
    app.get("/health", (_request, reply) => reply.send({ status: "ok", timestamp: iso(clock.now()), version }));
    app.get("/", (_request, reply) =>
      reply
        .code(302)
        .headers({ location: "/api/docs", "content-type": "text/plain; charset=utf-8" })
        .send("Found. Redirecting to /api/docs"),
    );
    app.options("/*", (_request, reply) =>
      reply
        .code(204)
        .headers({
          "access-control-allow-origin": "*",
          "access-control-allow-methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
        })
        .send(),
    );
  },
};

/** JSON objects and lists, and forms; a body of any other type is ignored. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, jsonOf(body));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
  app.addContentTypeParser<string>("*", { parseAs: "string" }, (_request, _body, done) => {
    done(null, undefined);
  });
}

function jsonOf(body: string): unknown {
  if (body === "") return undefined;
  if (!/^\s*[[{]/.test(body)) throw malformed("the body is no JSON object");
  try {
    return JSON.parse(body);
  } catch {
    throw malformed("the body is no JSON");
  }
}
