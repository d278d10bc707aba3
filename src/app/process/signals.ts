import { endNow } from "./end-now.js";

/** Windows has neither SIGTERM nor SIGQUIT, the others no SIGBREAK (Ctrl-Break): there nobody ever sends them. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP", "SIGBREAK"] as const;

/**
 * Sees to it that signals end the process at once as long as nobody else hears them, where the system would not: it keeps
 * from the first process of a container whatever that has no handler for.
 */
export function endOnSignals(pid = process.pid): void {
  if (pid !== 1) return;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) endNow();
    });
}

/**
 * Calls `stop` at each SIGINT, SIGTERM, SIGQUIT or SIGBREAK, and at a SIGHUP before them, with how many came so far: the first asks
 * for an orderly end, the second not to wait for what is in flight. A third one ends the process at once. Returns what
 * takes the handlers away.
 */
export function onSignals(stop: (signal: NodeJS.Signals, count: number) => void): () => void {
  let count = 0;
  const handle = (signal: NodeJS.Signals): void => {
    // Of a terminal that closes: the kernel and the shell may both tell of it, and neither asks for haste.
    if (signal === "SIGHUP" && count > 0) return;
    count++;
    if (count > 2) endNow();
    stop(signal, count);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}

/** Resolves at the first of these signals. */
export function untilSignalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const release = onSignals((signal) => {
      release();
      resolve(signal);
    });
  });
}
