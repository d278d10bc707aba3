import { systemClock } from "../../../src/core/time/system-clock.js";

/** Far longer than anything here takes, also on a machine that is busy: what has not ended by then hangs. */
const PATIENCE_MS = 30_000;

/** What a promise gives; rejects where it takes so long that it hangs. */
export async function within<Value>(what: string, promise: Promise<Value>, ms = PATIENCE_MS): Promise<Value> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = systemClock.at(systemClock.now() + ms, () => reject(new Error(`${what} hangs`)));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}
