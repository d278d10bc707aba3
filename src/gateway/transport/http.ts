import { Pool, type Dispatcher } from "undici";
import type { BaseUrl } from "../base-url.js";
import { AnswerTooLarge, LARGEST_BODY, type Transport, type WireAnswer } from "./transport.js";

export interface HttpOptions {
  /** Connections at most. Default 16. */
  readonly connections?: number;
  /** Bytes. Default LARGEST_BODY. */
  readonly largestBody?: number;
}

/**
 * Over the network: a pool of connections that are kept alive. One request at a time goes over a
 * connection (no pipelining: a trade shall not wait behind a long list, and undici would send what
 * stood behind a broken request again). Time limits are the caller's signal alone.
 */
export function httpTransport(base: BaseUrl, options: HttpOptions = {}): Transport {
  const largest = options.largestBody ?? LARGEST_BODY;
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 16,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    origin: base.href,
    send: ({ method, path, headers, body }, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason as Error);
        else
          pool.dispatch(
            { method, path: base.prefix + path, headers, body },
            new WholeAnswer(signal, largest, resolve, reject),
          );
      }),
    close: () => pool.destroy(),
  };
}

/** Collects an answer. undici's own body stream costs more than the request. */
class WholeAnswer implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: WireAnswer["headers"] = {};
  #chunks: Buffer[] = [];
  #length = 0;
  #abort: (() => void) | null = null;

  constructor(
    private readonly signal: AbortSignal,
    private readonly largest: number,
    private readonly resolve: (answer: WireAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    // A request that still waits for a connection has no controller to stop it by: it is stopped when it starts.
    this.#listen(() => this.reject(signal.reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.signal.aborted) controller.abort(this.signal.reason as Error);
    else this.#listen(() => controller.abort(this.signal.reason as Error));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
    if (Number(headers["content-length"]) > this.largest) controller.abort(new AnswerTooLarge(status, this.largest));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.largest) controller.abort(new AnswerTooLarge(this.#status, this.largest));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#stopListening();
    const chunks = this.#chunks;
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, this.#length);
    this.resolve({ status: this.#status, headers: this.#headers, body: bytes.toString("utf8") });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening();
    this.#chunks = [];
    this.reject(error);
  }

  #listen(abort: () => void): void {
    this.#stopListening();
    this.#abort = abort;
    this.signal.addEventListener("abort", abort, { once: true });
  }

  #stopListening(): void {
    if (this.#abort !== null) this.signal.removeEventListener("abort", this.#abort);
    this.#abort = null;
  }
}
