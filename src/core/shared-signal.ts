import { setMaxListeners } from "node:events";

/** One signal may stop any number of requests: Node would take more than ten listeners for a leak, and say so. */
export function shareSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined) setMaxListeners(0, signal);
}
