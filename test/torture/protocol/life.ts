import type { Clock } from "../../../src/core/time/clock.js";
import type { Transport } from "../../../src/gateway/index.js";

/** Where a process was ended: thrown where it stands, so that nothing after it runs. */
export class Killed extends Error {
  constructor(at: string) {
    super(`killed at ${at}`);
  }
}

/** Where writes may be cut short, they are so many points before the last one already: they are what matters. */
const SOON = 12;

const NEVER = new Promise<never>(() => {});

/**
 * One process of the bot: everything outside reaches it through here, and nothing once it has been killed. No timer
 * fires, no answer arrives, nothing is written, nothing is sent; what it has sent goes on without it.
 */
export class Life {
  /** Where it was killed; null while it lives. */
  killedAt: string | null = null;
  #left: number;

  /**
   * @param left labelled points (each write, request and answer has one before and one after) until it is killed
   * @param onKilled called when it is
   * @param midst where it may be killed in the midst of a write: does it, and gives whether it is kept
   */
  constructor(
    left: number,
    private readonly onKilled: (life: Life) => void,
    private readonly midst: ((write: () => void) => boolean) | null = null,
  ) {
    this.#left = left;
  }

  get alive(): boolean {
    return this.killedAt === null;
  }

  kill(at: string): void {
    if (!this.alive) return;
    this.killedAt = at;
    this.onKilled(this);
  }

  /** A labelled point on its way. Throws where it is killed there, or was before. */
  point(label: string): void {
    if (!this.alive) throw new Killed("some point before");
    if (--this.#left > 0) return;
    this.kill(label);
    throw new Killed(label);
  }

  /** A write, and the points around it. */
  write(name: string, action: () => void, kept: () => void): void {
    if (this.midst !== null && this.alive && this.#left <= SOON) {
      this.#left = 1;
      if (this.midst(action)) kept();
      this.point(`in ${name}`);
    }
    this.point(`before ${name}`);
    action();
    kept();
    this.point(`after ${name}`);
  }

  /** A clock that is ahead of another by `skew()` milliseconds. */
  clock(inner: Clock, skew: () => number): Clock {
    return {
      now: () => inner.now() + skew(),
      at: (at, run) =>
        // Clocks show whole milliseconds.
        inner.at(Math.ceil(at - skew()), () => {
          if (this.alive) run();
        }),
    };
  }

  transport(inner: Transport): Transport {
    return {
      origin: inner.origin,
      send: (request) => {
        const what = request.path.split("?")[0] ?? "";
        try {
          this.point(`before ${request.method} ${what}`);
        } catch {
          return { answer: NEVER, abort: () => {} };
        }
        const sending = inner.send(request);
        const heard = (): boolean => {
          try {
            this.point(`answered ${request.method} ${what}`);
            return true;
          } catch {
            return false;
          }
        };
        const answer = sending.answer.then(
          (given) => (heard() ? given : NEVER),
          (error: unknown) => (heard() ? Promise.reject(error as Error) : NEVER),
        );
        return { answer, abort: (reason) => sending.abort(reason) };
      },
      close: () => Promise.resolve(),
    };
  }
}
