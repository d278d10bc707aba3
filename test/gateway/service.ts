import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { silentLog, type Log } from "../../src/core/log.js";
import { seededRandom } from "../../src/core/random.js";
import { Secrets } from "../../src/core/secrets.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { createGateway, type Gateway } from "../../src/gateway/gateway.js";
import type { GatewayOptions } from "../../src/gateway/options.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { keyWatch } from "../support/canary/watch.js";

export const KEY = "0123456789abcdef_fedcba9876543210";

export const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
export const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

export interface Received {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the server does with a request: a status and a body (an object is sent as JSON), or whatever it likes. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | ((response: ServerResponse) => void);

export interface LocalService {
  readonly url: string;
  /** Everything that was asked, in order. */
  readonly received: Received[];
  close(): Promise<void>;
}

/** A real HTTP server that answers what it is told to. */
export async function serve(reply: (request: Received, count: number) => Reply): Promise<LocalService> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://localhost");
      const one: Received = {
        method: request.method ?? "",
        url: request.url ?? "",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(one);
      const answer = reply(one, received.length);
      if (typeof answer === "function") {
        answer(response);
        return;
      }
      const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A log that keeps every line, message and fields, as one text. */
export function keptLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string, fields?: object): void => {
    const line = message + JSON.stringify(fields ?? {});
    keyWatch.look("a log", line);
    lines.push(line);
  };
  return { log: { debug: keep, info: keep, warn: keep, error: keep }, lines };
}

/** A gateway for tests: hardly any pause between tries. */
export function gatewayFor(baseUrl: string, options: Partial<GatewayOptions> = {}): Gateway {
  return createGateway({
    baseUrl,
    key: KEY,
    clock: systemClock,
    wall: systemClock,
    registry: new TokenRegistry(KNOWN_TOKENS),
    log: silentLog,
    secrets: new Secrets(),
    random: seededRandom("gateway"),
    retry: { retries: 2, backoffMs: 1 },
    deadlineMs: 60_000,
    ...options,
  });
}

export const error = (text: string) => ({ success: false, error: text });

export const PRICE = {
  success: true,
  price: 3000.5,
  token: WETH,
  chain: "EVM",
  specificChain: "eth",
  timestamp: "2025-01-01T00:00:00.000Z",
};

/** The same of whatever token was asked for: deployments may leave out which one it is. */
export const PRICE_OF_ANY = { ...PRICE, token: undefined, specificChain: null };

export const TRADE = {
  id: "trade-1",
  teamId: "team-1",
  competitionId: "competition-1",
  fromToken: USDC,
  toToken: WETH,
  fromAmount: 100,
  toAmount: 0.0333,
  price: 0.000333,
  success: true,
  error: null,
  reason: "[abcd-7k2m9x] because",
  timestamp: "2025-01-01T00:00:01.000Z",
  fromChain: "evm",
  toChain: "evm",
  fromSpecificChain: "eth",
  toSpecificChain: "eth",
};

export const COMPETITION = {
  id: "competition-1",
  name: "Spring",
  description: null,
  startDate: "2025-01-01T00:00:00.000Z",
  endDate: null,
  status: "ACTIVE",
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-01-01T00:00:00.000Z",
};

export const STATUS = { success: true, active: true, competition: COMPETITION, message: "on", participating: true };

export const HEALTH = { status: "ok", timestamp: "2025-01-01T00:00:00.000Z", uptime: 12, version: "1.0.0" };

export const PROFILE = {
  success: true,
  team: {
    id: "team-1",
    name: "Team",
    email: "a@b.example",
    contactPerson: "A",
    metadata: null,
    createdAt: "2025-01-01T00:00:00.000Z",
    updatedAt: "2025-01-01T00:00:00.000Z",
  },
};

/** Something that listens and may not speak HTTP. */
export async function listen(serve: (socket: Socket) => void): Promise<{ url: string; close(): void }> {
  const server = createSocketServer((socket) => serve(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
