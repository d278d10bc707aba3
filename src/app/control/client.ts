import { connect, type Socket } from "node:net";
import type { JsonValue } from "../../core/json.js";
import type { SwapProgress } from "../../engine/control.js";
import { BotGoneError, ControlSocketError, RemoteError } from "../errors.js";
import { isOwnFolder, type ControlAddress } from "./address.js";
import { progressSchema, replySchema, type Progress, type Reply, type Request } from "./requests.js";

/** Options of a request to the bot. */
export interface Asking {
  /** Called with the progress of a swap. A bot that has the request but has not begun reports no open intent. */
  readonly onProgress?: (progress: SwapProgress) => void;
  /** Aborts the waiting. The bot still carries out the request. */
  readonly stop?: AbortSignal;
}

/** A running bot, as another process of the same user sees it. */
interface RunningBot {
  /**
   * Sends a request and waits for its answer, however long that takes. Throws RemoteError, BotGoneError, or the signal's
   * reason.
   */
  ask(request: Request, asking?: Asking): Promise<JsonValue>;
}

/**
 * Finds the bot that listens on an address; null if there is none. Throws ControlSocketError if the socket is not safe to
 * use.
 */
export async function findBot(address: ControlAddress): Promise<RunningBot | null> {
  const socket = await open(address);
  if (socket === null) return null;
  socket.destroy();
  return { ask: (request, asking = {}) => ask(address, request, asking) };
}

async function ask(address: ControlAddress, request: Request, asking: Asking): Promise<JsonValue> {
  const socket = await open(address);
  if (socket === null) throw gone();
  const reply = await exchange(socket, request, asking);
  if (reply.ok) return reply.result;
  throw new RemoteError(reply.error.code, reply.error.message, reply.error.remedy);
}

async function open({ path, folder }: ControlAddress): Promise<Socket | null> {
  if (folder !== null && !isOwnFolder(folder)) return null;
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

function exchange(socket: Socket, request: Request, { onProgress, stop }: Asking): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let text = "";
    const leave = (): void => {
      reject(stop?.reason as Error);
      socket.destroy();
    };
    if (stop?.aborted === true) {
      leave();
      return;
    }
    stop?.addEventListener("abort", leave, { once: true });
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n")) {
        const line = parseLine(text.slice(0, end));
        text = text.slice(end + 1);
        if (line === null) {
          reject(noAnswer());
          socket.destroy();
          return;
        }
        if ("ok" in line) resolve(line);
        else onProgress?.(line.progress);
      }
    });
    socket.on("error", (cause) => reject(gone(cause)));
    socket.on("close", () => {
      stop?.removeEventListener("abort", leave);
      reject(gone());
    });
    socket.write(`${JSON.stringify(request)}\n`);
    onProgress?.({ open: [], unknown: null }); // From here on the bot may do it, whoever waits.
  });
}

/** Null where it is no line of an answer. */
function parseLine(line: string): Reply | Progress | null {
  try {
    const value: unknown = JSON.parse(line);
    return replySchema.safeParse(value).data ?? progressSchema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

function noAnswer(): ControlSocketError {
  return new ControlSocketError("The control socket returned an invalid answer", {
    remedy:
      "The command and the bot may have different versions: restart the bot. The journal shows the trades it has begun: `contender journal intents`.",
  });
}

function gone(cause?: unknown): BotGoneError {
  return new BotGoneError("The bot ended before it answered", {
    remedy: "The journal shows the trades it has begun: `contender journal intents`.",
    cause,
  });
}
