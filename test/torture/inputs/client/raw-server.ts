import { createServer, type AddressInfo, type Socket } from "node:net";
import { systemClock } from "../../../../src/core/time/system-clock.js";

/** What a server does with a connection once something was asked: it sends, and then ends, vanishes, stays silent or goes on for ever. */
export interface RawAnswer {
  readonly pieces: readonly Uint8Array[];
  readonly then: "end" | "reset" | "silence" | "drip";
  /** What goes on for ever, where it does. */
  readonly drop: string;
}

export interface RawServer {
  readonly port: number;
  /** What to answer to requests whose path begins with `/N/`. */
  answers: readonly RawAnswer[];
  close(): Promise<void>;
}

/** A server of bytes. */
export async function rawServer(): Promise<RawServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy());
    socket.once("data", (asked) => {
      const [, number = ""] = /^\w+ \/(\d+)\//.exec(asked.toString("latin1")) ?? [];
      const answer = raw.answers[Number(number)];
      if (answer === undefined) socket.destroy();
      else send(socket, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const raw: RawServer = {
    port: (server.address() as AddressInfo).port,
    answers: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return raw;
}

function send(socket: Socket, { pieces, then, drop }: RawAnswer): void {
  for (const piece of pieces) socket.write(piece);
  if (then === "end") socket.end();
  else if (then === "reset") socket.resetAndDestroy();
  else if (then === "drip") drip(socket, Buffer.from(drop, "latin1"));
}

/** On and on, until the client has had enough. */
function drip(socket: Socket, drop: Buffer): void {
  const next = (): void => {
    if (socket.destroyed) return;
    if (socket.writableLength < 100_000) socket.write(drop);
    systemClock.at(systemClock.now() + 1, next);
  };
  next();
}
