/** When requests of one limit reached the server, in the order of their admission, and how many were allowed then. */
export interface Arrival {
  readonly at: number;
  readonly allowed: number;
}

/**
 * Whether any window of this length, wherever it begins, held more requests than were allowed when
 * the last admitted one of them was admitted.
 */
export function overfull(arrivals: readonly Arrival[], windowMs: number): boolean {
  return arrivals.some((last, i) => {
    const before = arrivals.slice(0, i).map(({ at }) => at);
    // Windows that hold the last one: the tightest begin at an arrival, or at its own.
    return [last.at, ...before].some((start) => {
      if (last.at < start || last.at >= start + windowMs) return false;
      return before.filter((at) => at >= start && at < start + windowMs).length + 1 > last.allowed;
    });
  });
}

/** The most requests that a server with fixed windows counts in one of them, with windows that begin at `phase`. */
export function fullest(arrivals: readonly number[], windowMs: number, phase: number): number {
  const counts = new Map<number, number>();
  for (const at of arrivals) {
    const window = Math.floor((at - phase) / windowMs);
    counts.set(window, (counts.get(window) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
