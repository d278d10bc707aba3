import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { z } from "zod";
import { toldOf } from "../../core/errors.js";
import { DEEPEST_JSON, isTooDeep, type JsonValue } from "../../core/json.js";
import type { SwapProgress } from "../../engine/control.js";
import { ControlRequestError, ControlSocketError } from "../errors.js";
import { secureFolder, type ControlAddress } from "./address.js";
import { LONGEST_REQUEST, requestSchema, type Reply, type Request } from "./requests.js";

/** Answers a request; `tell` sends a line before the answer, of how far it is. */
type Handle = (request: Request, tell: (progress: SwapProgress) => void) => Promise<JsonValue>;

/** Limits for clients. */
interface ControlLimits {
  /** Connections at a time; a further one is closed at once. */
  readonly connections: number;
  /** After so many milliseconds of silence a connection is closed, unless the bot is working on its request. */
  readonly patience: number;
}

const LIMITS: ControlLimits = { connections: 64, patience: 10_000 };

/** The open control socket of a bot. */
export interface ControlServer {
  /** Ends it: connections too, answered or not. */
  close(): Promise<void>;
}

/**
 * Listens for requests of this user's commands: one connection per request, one JSON line in and one out (for a swap,
 * progress lines before it). The caller must hold the lock of the data folder's journal, so that an existing socket
 * belongs to a dead bot and can be removed. Throws ControlSocketError.
 */
export async function serveControl(
  address: ControlAddress,
  handle: Handle,
  limits: ControlLimits = LIMITS,
): Promise<ControlServer> {
  if (address.folder !== null) {
    secureFolder(address.folder);
    rmSync(address.path, { force: true });
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.on("timeout", () => socket.destroy());
    receive(socket, handle, limits.patience);
  });
  server.maxConnections = limits.connections;
  await listen(server, address.path);
  if (address.folder !== null) chmodSync(address.path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const remedy = "Check the data folder (`data:` in the config). Some network file systems do not support sockets.";
      reject(
        new ControlSocketError(`The control socket ${path} cannot be opened: ${cause.message}`, { cause, remedy }),
      );
    });
    server.listen(path, resolve);
  });
}

function receive(socket: Socket, handle: Handle, patience: number): void {
  let text = "";
  socket.setTimeout(patience);
  socket.setEncoding("utf8");
  const onData = (chunk: string): void => {
    text += chunk;
    const end = text.indexOf("\n");
    if (end === -1 && text.length <= LONGEST_REQUEST) return;
    socket.off("data", onData);
    const line = end === -1 ? null : text.slice(0, end);
    const tell = (progress: SwapProgress): void => void socket.write(`${JSON.stringify({ progress })}\n`);
    socket.setTimeout(0);
    void reply(line, (request) => handle(request, tell)).then((answer) => {
      socket.setTimeout(patience);
      socket.end(`${JSON.stringify(answer)}\n`, () => socket.destroy());
    });
  };
  socket.on("data", onData);
}

async function reply(line: string | null, handle: (request: Request) => Promise<JsonValue>): Promise<Reply> {
  try {
    return { ok: true, result: (await handle(parseRequest(line))) as z.core.util.JSONType };
  } catch (error) {
    return { ok: false, error: toldOf(error) };
  }
}

function parseRequest(line: string | null): Request {
  if (line === null || line.length > LONGEST_REQUEST)
    throw new ControlRequestError(`A request has at most ${LONGEST_REQUEST} characters`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new ControlRequestError("A request is one line of JSON", { cause });
  }
  if (isTooDeep(value)) throw new ControlRequestError(`A request is nested at most ${DEEPEST_JSON} levels deep`);
  const parsed = requestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ControlRequestError(`Invalid request: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`, {
    remedy: "The command and the bot may have different versions. Restart the bot.",
  });
}
