import { createServer, type Server as NetServer } from "node:net";
import type { Server } from "node:http";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";

/**
 * A further address of a server: whoever comes in by it is served as if he had come by the main one, and may be sent away
 * with the others.
 */
export class ExtraListener {
  readonly #listener: NetServer;

  constructor(
    server: Server,
    private readonly place: { readonly address: string; readonly port: number },
    private readonly log: Log,
  ) {
    // As node's HTTP server has its own sockets.
    this.#listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    );
  }

  /**
   * Resolves when it is open, or cannot be: a machine may know an address that it does not have, and the main one will
   * do.
   */
  open(): Promise<void> {
    const { address, port } = this.place;
    return new Promise((resolve) => {
      const failed = (error: Error): void => {
        this.log.warn("The sandbox cannot listen on one of its addresses", {
          address,
          port,
          error: messageOf(error),
        });
        resolve();
      };
      this.#listener.once("error", failed);
      this.#listener.listen({ host: address, port }, () => {
        this.#listener.off("error", failed);
        resolve();
      });
    });
  }

  close(): void {
    if (this.#listener.listening) this.#listener.close();
  }
}
