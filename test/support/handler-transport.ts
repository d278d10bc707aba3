import type { MaybePromise } from "../../src/core/maybe.js";
import type { Transport, HttpAnswer, HttpRequest } from "../../src/gateway/transport.js";

/** A service within this process, such as the embedded sandbox. A request without a body has none. */
export type Handler = (
  request: Pick<HttpRequest, "method" | "path" | "headers"> & { readonly body?: string },
) => MaybePromise<HttpAnswer>;

/** Without a socket: requests go to a handler. One that is aborted is no longer waited for; the handler may still finish it. */
export function handlerTransport(handle: Handler, origin = "in-process"): Transport {
  return {
    origin,
    send({ method, path, headers, body }) {
      const request = body === null ? { method, path, headers } : { method, path, headers, body };
      let abort!: (reason: Error) => void;
      const answer = new Promise<HttpAnswer>((resolve, reject) => {
        abort = reject;
        // Within `then`, so that what the handler throws is a rejection too.
        Promise.resolve(request).then(handle).then(resolve, reject);
      });
      return { answer, abort };
    },
    close: () => Promise.resolve(),
  };
}
