import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox, SandboxAnswer, SandboxOptions } from "../../src/sandbox/index.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { testProfile } from "../support/profile.js";
import { syntheticMarket } from "../../src/tape/index.js";

/** One way to answer wrongly. Of `half` the connection ends in the middle of the body; `never` gets no answer at all, nor does `silence`, which is served. */
export type Fault =
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | "half"
  | "never"
  | "silence"
  | "reset";

/** Says how a request goes wrong; null: it is answered as it should be. */
export type Faults = (request: { readonly method: string; readonly path: string }) => Fault | null;

export interface FaultyService {
  readonly url: string;
  readonly key: string;
  readonly sandbox: Sandbox;
  /** From now on. */
  faults: Faults;
  /** Everything that was asked, as `METHOD /path`. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** An answer in JSON. */
export function json(status: number, body: unknown): Fault {
  return { status, body: JSON.stringify(body) };
}

/** A refusal with the service's kind of body. */
export function refusal(status: number, error: string): Fault {
  return json(status, { success: false, error });
}

/** A web page, as a proxy or another server sends it. */
export function page(status = 200): Fault {
  return {
    status,
    body: "<!doctype html><html><body>Welcome</body></html>",
    headers: { "content-type": "text/html" },
  };
}

/** A sandbox behind a server that answers wrongly where it is told to. */
export async function faultyService(options: Partial<SandboxOptions> = {}): Promise<FaultyService> {
  const sandbox = createSandbox({
    profile: testProfile(),
    clock: systemClock,
    registry: new TokenRegistry(KNOWN_TOKENS),
    market: syntheticMarket({ seed: "faulty", start: systemClock.now() }),
    competitions: [{ name: "Faulty Cup", startIn: 0 }],
    ...options,
  });
  const asked: string[] = [];
  const behaviour: { faults: Faults } = { faults: () => null };
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      // Who goes away in the middle of a request has asked for nothing.
      if (body === null) return;
      const method = request.method ?? "";
      const path = request.url?.split("?")[0] ?? "";
      asked.push(`${method} ${path}`);
      const fault = behaviour.faults({ method, path });
      // Half an answer is one to a request that was served.
      const served =
        fault === null || fault === "half" || fault === "silence" ? await serve(sandbox, request, body) : null;
      reply(request, response, fault, served);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(behaviour, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: sandbox.teams[0]?.apiKey ?? "",
    sandbox,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  });
}

/** Null where the client went away before all of it had come. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString();
}

function serve(sandbox: Sandbox, request: IncomingMessage, body: string): Promise<SandboxAnswer> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return sandbox.handle({
    method: request.method ?? "",
    path: request.url ?? "",
    headers,
    ...(body !== "" && { body }),
  });
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | null,
  served: SandboxAnswer | null,
): void {
  if (fault === "never" || fault === "silence") return;
  if (fault === "reset") {
    request.socket.destroy();
    return;
  }
  const answer = typeof fault === "object" && fault !== null ? fault : served;
  if (answer === null) return;
  // A fault of the sandbox may have changed the body.
  const given = Object.entries(answer.headers ?? {}).filter(([name]) => name !== "content-length");
  const headers = { "content-type": "application/json", ...Object.fromEntries(given) };
  if (fault !== "half") {
    response.writeHead(answer.status, headers).end(answer.body);
    return;
  }
  response.writeHead(answer.status, headers).write(answer.body.slice(0, answer.body.length / 2));
  setImmediate(() => request.socket.destroy());
}
