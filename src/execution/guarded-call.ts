import { messageOf } from "../core/errors.js";
import type { Log } from "../core/log.js";

/** Calls out; a listener that throws must not stop what was written down already. */
export function guardedCall(log: Log, call: () => void): void {
  try {
    call();
  } catch (error) {
    log.error("A listener of execution failed", { error: messageOf(error) });
  }
}
