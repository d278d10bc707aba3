import { connect, type Socket } from "node:net";
import { nextTurn } from "../../../../src/core/time/system-clock.js";
import { within } from "../within.js";
import type { HttpAnswer } from "./judge.js";

/** How a client leaves: it says that it is done and waits, it vanishes, or it goes without a word of goodbye. */
export type Leaving = "end" | "reset" | "destroy";

/** Sends bytes in pieces and gives all that comes back until the connection is closed. Rejects where that never happens. */
export async function sendBytes(
  where: { readonly port: number } | { readonly path: string },
  pieces: readonly Uint8Array[],
  leaving: Leaving,
): Promise<Buffer> {
  const socket = connect({ host: "127.0.0.1", ...where });
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  // Whoever is refused in the middle of what it sends meets a reset: that is an end, too.
  const closed = new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()));
  try {
    for (const piece of pieces) {
      if (socket.writable) socket.write(piece);
      await nextTurn();
    }
    leave(socket, leaving);
    await within("a connection", closed);
    return Buffer.concat(received);
  } finally {
    socket.destroy();
  }
}

function leave(socket: Socket, leaving: Leaving): void {
  if (leaving === "end") socket.end();
  else if (leaving === "reset") socket.resetAndDestroy();
  else socket.destroy();
}

/** The whole answers among bytes; one that was cut off is left out. Throws where they are no HTTP. */
export function answersIn(bytes: Buffer): HttpAnswer[] {
  const answers: HttpAnswer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf("\r\n\r\n", from);
    if (end === -1) break;
    const [head = "", ...lines] = bytes.toString("latin1", from, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new Error(`it answered no HTTP: ${head.slice(0, 100)}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const length = status < 200 ? 0 : Number(headers["content-length"] ?? 0);
    const body = bytes.subarray(end + 4, end + 4 + length);
    from = end + 4 + length;
    if (body.length === length && status >= 200) answers.push({ status, headers, body: body.toString("utf8") });
  }
  return answers;
}
