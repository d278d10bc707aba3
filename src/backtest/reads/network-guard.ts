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
  const connect = Socket.prototype.connect;
  let refused: NetworkReadError | null = null;
  function guarded(this: Socket, ...args: Parameters<typeof connect>): Socket {
    const reading = names();
    if (reading.length === 0) return connect.apply(this, args);
    refused ??= new NetworkReadError(
      `${reading.join(" or ")} opens a network connection, and a backtest is not of today`,
      {
        remedy:
          "Only `read` may ask for anything: say `external: true` in the strategy and give the recorded inputs of a run (--inputs RUN), or read through io.venue.",
      },
    );
    throw refused;
  }
  Socket.prototype.connect = guarded as typeof connect;
  return {
    refused: () => refused,
    release: () => {
      if (Socket.prototype.connect === guarded) Socket.prototype.connect = connect;
    },
  };
}
