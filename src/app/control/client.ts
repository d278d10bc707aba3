import { connect, type Socket } from "node:net";
import type { JsonValue } from "../../core/json.js";
import { BotGoneError, ControlSocketError, RemoteError } from "../errors.js";
import type { ControlAddress } from "./address.js";
import { replySchema, type Reply, type Request } from "./requests.js";

/** A running bot, as another process of the same user sees it. */
export interface RunningBot {
  /** Sends a request and waits for its answer, however long that takes. Throws RemoteError, or BotGoneError. */
  ask(request: Request): Promise<JsonValue>;
}

/** The bot that listens there; null where none does. Throws ControlSocketError where it may not be asked. */
export async function findBot(address: ControlAddress): Promise<RunningBot | null> {
  const socket = await open(address.path);
  if (socket === null) return null;
  socket.destroy();
  return { ask: (request) => ask(address.path, request) };
}

async function ask(path: string, request: Request): Promise<JsonValue> {
  const socket = await open(path);
  if (socket === null) throw gone();
  const reply = await exchange(socket, request);
  if (reply.ok) return reply.result;
  throw new RemoteError(reply.error.code, reply.error.message, reply.error.remedy);
}

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", (cause: NodeJS.ErrnoException) => {
      // ENOENT: no bot was ever there; ECONNREFUSED: it died and left its socket behind.
      if (cause.code === "ENOENT" || cause.code === "ECONNREFUSED") resolve(null);
      else
        reject(
          new ControlSocketError(`The bot's control socket ${path} cannot be used: ${cause.message}`, {
            cause,
            remedy: "Only the user who runs the bot may talk to it.",
          }),
        );
    });
  });
}

function exchange(socket: Socket, request: Request): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (text += chunk));
    socket.on("error", (cause) => reject(gone(cause)));
    socket.on("close", () => {
      const reply = parseReply(text);
      if (reply === null) reject(gone());
      else resolve(reply);
    });
    socket.write(`${JSON.stringify(request)}\n`);
  });
}

/** Null where the line was cut off, or is no answer. */
function parseReply(text: string): Reply | null {
  try {
    return text.endsWith("\n") ? (replySchema.safeParse(JSON.parse(text)).data ?? null) : null;
  } catch {
    return null;
  }
}

function gone(cause?: unknown): BotGoneError {
  return new BotGoneError("The bot ended before it had answered", {
    remedy: "What it had begun is in its journal: `contender journal intents`.",
    cause,
  });
}
