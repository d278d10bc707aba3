import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cancel } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import type { Faults } from "./faults.js";
import { ExtraListener } from "./extra-listener.js";

/**
 * Where a sandbox listens, as long as anybody does by the plan: while nobody does, connections are refused, and those
 * that were open are ended.
 */
export class Availability {
  #address: AddressInfo | null = null;
  #sides: readonly ExtraListener[] = [];
  #cancel: Cancel = () => {};
  #shut = false;

  constructor(
    private readonly server: Server,
    private readonly faults: Faults,
    private readonly log: Log,
  ) {}

  /** Begins, once the server listens, which it then does on these addresses too, at the same port. */
  async attend(more: readonly string[]): Promise<void> {
    const main = this.server.address() as AddressInfo;
    this.#sides = more.map((address) => new ExtraListener(this.server, { address, port: main.port }, this.log));
    await Promise.all(this.#sides.map((side) => side.open()));
    this.#address = main;
    this.faults.onChange(() => this.#update());
    this.#update();
  }

  /** Ends: what is shut stays shut. */
  leave(): void {
    this.#cancel();
    this.#address = null;
    for (const side of this.#sides) side.close();
  }

  #update(): void {
    this.#cancel();
    if (this.#address === null) return;
    const { clock } = this.faults;
    const now = clock.now();
    const windows = this.faults.shut();
    const shut = windows.some(({ from, to }) => from <= now && now < to);
    if (shut && !this.#shut) this.#close();
    if (!shut && this.#shut) this.#open(this.#address);
    this.#shut = shut;
    const next = Math.min(...windows.flatMap(({ from, to }) => [from, to]).filter((at) => at > now));
    this.#cancel = Number.isFinite(next) ? clock.at(next, () => this.#update()) : () => {};
  }

  #close(): void {
    for (const side of this.#sides) side.close();
    this.server.close();
    this.server.closeAllConnections();
  }

  #open({ port, address }: AddressInfo): void {
    const failed = (error: Error): void =>
      this.log.error("The sandbox cannot listen again after an `away` fault", {
        port,
        error: messageOf(error),
      });
    this.server.once("error", failed);
    this.server.listen(port, address, () => this.server.off("error", failed));
    for (const side of this.#sides) void side.open();
  }
}
