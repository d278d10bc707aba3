import { connect } from "node:net";
import type { SandboxRequest } from "../../../src/sandbox/index.js";

/** What came over a socket until its end. */
export interface RawAnswer {
  /** 0 where not even a status line came. */
  readonly status: number;
  /** As they were sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** What came of the body. */
  readonly body: string;
  /** Whether all of the body came. */
  readonly whole: boolean;
  /**
   * How the connection ended: in order, by a reset, or it was refused. A reset right after data shows as `closed`
   * where both are there at once: libuv reports the end of what it has read.
   */
  readonly end: "closed" | "reset" | "refused";
}

/** Sends one request and reads until the connection ends; it asks for that end itself, unless `headers` say otherwise. */
export function rawRequest(url: string, request: SandboxRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let end: RawAnswer["end"] = "closed";
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(textOf(request, hostname)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET") end = "reset";
      else if (error.code === "ECONNREFUSED") end = "refused";
      else reject(error);
    });
    socket.on("close", () => resolve({ ...read(Buffer.concat(chunks)), end }));
  });
}

function textOf({ method, path, headers = {}, body = "" }: SandboxRequest, host: string): string {
  const all = { host, connection: "close", ...headers, "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

function read(bytes: Buffer): Omit<RawAnswer, "end"> {
  const text = bytes.toString("utf8");
  const split = text.indexOf("\r\n\r\n");
  if (split < 0) return { status: 0, headers: {}, body: "", whole: false };
  const [first = "", ...lines] = text.slice(0, split).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), value.join(": ")];
    }),
  );
  const body = text.slice(split + 4);
  const whole = Buffer.byteLength(body) === Number(headers["content-length"]);
  return { status: Number(first.split(" ")[1]), headers, body, whole };
}
