import { createRequire } from "node:module";
import type * as Undici from "undici";
import type { Dispatcher } from "undici";
import type { BaseUrl } from "./base-url.js";
import { AnswerTooLarge, LARGEST_BODY, type Sending, type Transport, type HttpAnswer } from "./transport.js";

interface HttpOptions {
  /** Connections at most. Default 16. */
  readonly connections?: number;
  /** Bytes. Default LARGEST_BODY. */
  readonly largestBody?: number;
}

/**
 * Over the network: a pool of connections that are kept alive. One request at a time goes over a
 * connection: a trade shall not wait behind a long list, and undici would send what stands behind a
 * broken request a second time.
 */
export function httpTransport(base: BaseUrl, options: HttpOptions = {}): Transport {
  // Loaded where somebody connects: it takes longer than all else of the public entry, which strategies import too.
  const { Pool } = createRequire(import.meta.url)("undici") as typeof Undici;
  const largest = options.largestBody ?? LARGEST_BODY;
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 16,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    origin: base.href,
    send({ method, path, headers, body }) {
      const whole = new WholeAnswer(largest);
      pool.dispatch({ method, path: base.prefix + path, headers, body }, whole);
      return whole;
    },
    close: () => pool.destroy(),
  };
}

/** Collects an answer straight from undici's parser: its stream of a body costs more than all the rest of a request. */
class WholeAnswer implements Dispatcher.DispatchHandler, Sending {
  readonly answer: Promise<HttpAnswer>;
  #resolve!: (answer: HttpAnswer) => void;
  #reject!: (error: Error) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #aborted: Error | null = null;
  #status = 0;
  #headers: HttpAnswer["headers"] = {};
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(private readonly largest: number) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  abort(reason: Error): void {
    this.#aborted ??= reason;
    this.#reject(this.#aborted);
    this.#controller?.abort(this.#aborted);
  }

  /** Not before there is a connection for it: what was aborted until then is not sent at all. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted !== null) controller.abort(this.#aborted);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
    if (Number(headers["content-length"]) > this.largest) this.abort(new AnswerTooLarge(status, this.largest));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.largest) this.abort(new AnswerTooLarge(this.#status, this.largest));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first, ...more] = this.#chunks;
    const bytes = first === undefined || more.length > 0 ? Buffer.concat(this.#chunks, this.#length) : first;
    this.#resolve({ status: this.#status, headers: this.#headers, body: bytes.toString("utf8") });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#chunks = [];
    this.#reject(error);
  }
}
