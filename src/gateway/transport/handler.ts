import type { MaybePromise } from "../../core/maybe.js";
import type { Transport, WireAnswer, WireRequest } from "./transport.js";

/** A service within this process, such as the embedded sandbox. */
export type Handler = (request: WireRequest) => MaybePromise<WireAnswer>;

/** Without a socket: requests go to a handler. An aborted one is no longer waited for; the handler may still finish it. */
export function handlerTransport(handle: Handler, origin = "in-process"): Transport {
  return {
    origin,
    send: (request, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const onAbort = (): void => reject(signal.reason as Error);
        signal.addEventListener("abort", onAbort, { once: true });
        Promise.resolve(handle(request))
          .then(resolve, reject)
          .finally(() => signal.removeEventListener("abort", onAbort));
      }),
    close: () => Promise.resolve(),
  };
}
