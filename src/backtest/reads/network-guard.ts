import { Socket } from "node:net";
import { NetworkReadError } from "../errors.js";

/** Refuses connections while it is in force. */
export interface NetworkGuard {
  /** The first connection that was refused; null: none. */
  refused(): NetworkReadError | null;
  release(): void;
}

/**
 * Refuses every connection (fetch, undici, http, tls: all of them are a `net.Socket` that connects) that is opened while
 * the `read` of a strategy is under way: what comes back would be of today, and the backtest of another day. It cannot see
 * a connection that was opened before, a datagram, or another process.
 *
 * @param names strategies whose `read` is under way
 */
export function guardNetwork(names: () => readonly string[]): NetworkGuard {
  let refused: NetworkReadError | null = null;
  const refuse = (): void => {
    const reading = names();
    if (reading.length === 0) return;
    refused ??= new NetworkReadError(
      `${reading.join(" or ")} opened a network connection, which a backtest does not allow`,
      {
        remedy:
          "Only `read` may do so: set `external: true` in the strategy and give a run's recorded inputs (--inputs RUN), or read through io.venue.",
      },
    );
    throw refused;
  };
  if (inForce.size === 0) end = begin();
  inForce.add(refuse);
  return {
    refused: () => refused,
    release: () => {
      if (inForce.delete(refuse) && inForce.size === 0) end();
    },
  };
}

/** Of every backtest that is under way: each throws where its own `read` may be the one that connects. */
const inForce = new Set<() => void>();
let end = (): void => undefined;

/** Gives what ends it: whatever took its place meanwhile stays, and calls through it, so the next begins on top of that. */
function begin(): () => void {
  const connect = Socket.prototype.connect;
  function guarded(this: Socket, ...args: Parameters<typeof connect>): Socket {
    for (const refuse of inForce) refuse();
    return connect.apply(this, args);
  }
  Socket.prototype.connect = guarded as typeof connect;
  return () => {
    if (Socket.prototype.connect === guarded) Socket.prototype.connect = connect;
  };
}
