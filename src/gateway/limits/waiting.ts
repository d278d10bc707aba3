import type { Countable } from "./meters.js";
import type { Lane } from "./lane.js";
import type { Purpose } from "./room.js";
import type { Slot } from "./slot.js";

const PRIORITY: Readonly<Record<Purpose, number>> = { trade: 1, read: 5 };

/** The requests of one operation that wait: trades first, then in the order of their coming. */
export class Waiting {
  readonly #alive: Record<Purpose, number> = { trade: 0, read: 0 };
  /** Slots found, on their way through the lane to whoever is first there. */
  readonly #found: Slot[] = [];
  readonly #rejects = new Set<(reason: Error) => void>();

  /** @param onChange called after somebody left */
  constructor(
    readonly operation: Countable,
    private readonly lane: Lane,
    private readonly onChange: (waiting: Waiting) => void,
  ) {}

  get empty(): boolean {
    return this.#alive.trade + this.#alive.read === 0;
  }

  /** For what the next slot would be used; null where nobody waits for one. */
  next(): Purpose | null {
    const found = this.#found.length;
    if (this.#alive.trade > found) return "trade";
    return this.#alive.trade + this.#alive.read > found ? "read" : null;
  }

  give(slot: Slot): void {
    this.#found.push(slot);
    this.lane.giveTurn();
  }

  wait(purpose: Purpose, signal?: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      let open = true;
      const leave = (): void => {
        open = false;
        this.#alive[purpose]--;
        this.#rejects.delete(fail);
        signal?.removeEventListener("abort", onAbort);
      };
      const fail = (reason: Error): void => {
        leave();
        reject(reason);
        this.onChange(this);
      };
      const onAbort = (): void => fail(signal?.reason as Error);
      this.#alive[purpose]++;
      this.#rejects.add(fail);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.lane.add(PRIORITY[purpose], () => {
        const slot = this.#found.shift();
        if (slot === undefined) return;
        if (!open) {
          this.#passOn(slot);
          return;
        }
        leave();
        resolve(slot);
        this.onChange(this);
      });
    });
  }

  /** Everybody's waiting ends with this error. */
  stop(reason: Error): void {
    for (const fail of [...this.#rejects]) fail(reason);
    for (const slot of this.#found.splice(0)) slot.unused();
  }

  /** Nothing can be taken out of bottleneck's queue: one who has left hands the turn to the next. */
  #passOn(slot: Slot): void {
    if (this.next() === null) slot.unused();
    else this.give(slot);
  }
}
