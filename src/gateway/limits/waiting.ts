import type { Lane } from "./lane.js";
import type { Countable } from "./meters.js";
import type { Purpose } from "./room.js";
import type { Slot } from "./slot.js";

/** The requests of one operation and purpose that wait, in the order of their coming. */
export class Waiting {
  #alive = 0;
  /** Slots found, on their way through the lane to whoever is first there. */
  readonly #found: Slot[] = [];
  readonly #rejects = new Set<(reason: Error) => void>();

  /** @param onLeave called after somebody left, with a slot or without */
  constructor(
    readonly operation: Countable,
    readonly purpose: Purpose,
    private readonly lane: Lane,
    private readonly onLeave: (waiting: Waiting) => void,
  ) {}

  get empty(): boolean {
    return this.#alive === 0;
  }

  /** Whether somebody waits for whom no slot is found yet. */
  get wanting(): boolean {
    return this.#alive > this.#found.length;
  }

  give(slot: Slot): void {
    this.#found.push(slot);
    this.lane.giveTurn();
  }

  wait(signal?: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      let open = true;
      const leave = (): void => {
        open = false;
        this.#alive--;
        this.#rejects.delete(fail);
        signal?.removeEventListener("abort", onAbort);
      };
      const fail = (reason: Error): void => {
        leave();
        reject(reason);
        this.onLeave(this);
      };
      const onAbort = (): void => fail(signal?.reason as Error);
      this.#alive++;
      this.#rejects.add(fail);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.lane.add(() => {
        const slot = this.#found.shift();
        if (slot === undefined) return;
        // Nothing can be taken out of bottleneck's queue: the turn of one who has left goes back to the limiter.
        if (!open) {
          slot.unused();
          return;
        }
        leave();
        resolve(slot);
        this.onLeave(this);
      });
    });
  }

  /** Everybody's waiting ends with this error. */
  stop(reason: Error): void {
    for (const fail of [...this.#rejects]) fail(reason);
    for (const slot of this.#found.splice(0)) slot.unused();
  }
}
