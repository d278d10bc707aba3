import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { sleep } from "../../core/time/clock.js";
import { BODY_LIMIT, type SandboxAnswer, type SandboxRequest, type Serve } from "../exchanged.js";
import type { Met } from "./armed-fault.js";
import type { Outgoing } from "./apply-faults.js";
import type { Faults } from "./faults.js";

/**
 * Lets what comes over sockets meet the faults, before the service looks at it. Requests without a socket
 * (`inject`) are served as they should be: that is how a faulty request is served, too.
 */
export function misbehaveOverHttp(app: FastifyInstance, faults: Faults, serve: Serve): void {
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const asked = { method: raw.method ?? "", path: raw.url ?? "", headers: headersOf(raw) };
    const met = raw.socket instanceof Socket ? faults.meet(asked) : null;
    if (met === null) {
      done();
      return;
    }
    reply.hijack();
    answer(raw, reply.raw, asked, met, faults, serve).catch(() => raw.socket.destroy());
  });
}

/** Rejects where the client is gone, or the sandbox closes. */
async function answer(
  raw: IncomingMessage,
  response: ServerResponse,
  asked: SandboxRequest,
  met: readonly Met[],
  faults: Faults,
  serve: Serve,
): Promise<void> {
  const body = await bodyOf(raw);
  const outgoing = await faults.follow(met, body === "" ? asked : { ...asked, body }, serve);
  // It is gone: what it asked for is done all the same.
  if (raw.socket.destroyed) return;
  await send(outgoing, response, raw.socket, faults);
}

async function send({ answer, delivery }: Outgoing, response: ServerResponse, socket: Socket, faults: Faults) {
  const reset = (): void => void socket.resetAndDestroy();
  if (delivery.kind === "silence") return;
  // Who is refused comes no further than to a closed door; who came in before it closed is sent away.
  if (delivery.kind === "refused" || (delivery.kind === "reset" && delivery.sent === "nothing")) {
    reset();
    return;
  }
  response.writeHead(answer.status, headersToSend(answer));
  const bytes = Buffer.from(answer.body);
  if (delivery.kind === "whole") response.end(bytes);
  else if (delivery.kind === "drip") await drip(bytes, delivery, response, faults);
  else {
    const share = { nothing: 0, headers: 0, half: 0.5, whole: 1 }[delivery.sent];
    response.flushHeaders();
    // What was written goes out before the connection is reset.
    socket.write(bytes.subarray(0, Math.ceil(bytes.length * share)), reset);
  }
}

async function drip(
  bytes: Buffer,
  { pieces, pauseMs }: { readonly pieces: number; readonly pauseMs: number },
  response: ServerResponse,
  { clock, closed }: Faults,
): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  response.flushHeaders();
  for (let i = 0; i < pieces && !response.destroyed; i++) {
    if (i > 0) await sleep(clock, pauseMs, closed);
    response.write(bytes.subarray(i * size, (i + 1) * size));
  }
  response.end();
}

/** Of the connection itself this one says what it is. */
function headersToSend({ headers, body }: SandboxAnswer): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name));
  return { ...Object.fromEntries(kept), "content-length": String(Buffer.byteLength(body)) };
}

/** Of how the body came to us the service need not know. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !/^(content-length|transfer-encoding|connection|expect)$/.test(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** The body; of one that is longer than the service takes, and so refused by it, as much as makes it that. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length <= BODY_LIMIT) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8");
}
