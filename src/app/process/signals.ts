import { endNow } from "./end-now.js";

/** Windows has no SIGQUIT: there nobody ever sends it. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"] as const;

/**
 * Calls `stop` at each SIGINT, SIGTERM or SIGQUIT, and at a SIGHUP before them, with how many came so far: the first asks
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
