import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";

/**
 * Tells of promises that were rejected while nobody waited for them: leftovers of a strategy's `read`, most
 * likely, and no reason to leave a competition. Returns what takes the handler away.
 */
export function onStrayRejections(log: Log): () => void {
  const handle = (reason: unknown): void => {
    log.error(`A promise that nobody waited for was rejected: ${messageOf(reason)}`, {
      remedy: "The bot goes on. Look for a promise without await in your strategies.",
    });
    if (reason instanceof Error) log.debug("Where that came from", { stack: reason.stack });
  };
  process.on("unhandledRejection", handle);
  return () => void process.off("unhandledRejection", handle);
}
