import type { Clock } from "../../../src/core/time/clock.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";

/** Not on the hour: files of spent requests change on it. */
const START = Date.UTC(2025, 0, 1, 0, 40);

/** A machine: true time, the wall clock that it shows, which somebody may set, and a monotonic one, which begins anew when it boots. */
export class Machine {
  readonly truth = new SimulatedClock(START);
  #offset = 0;
  #booted: number;

  /**
   * @param drift of the machine's clocks against true time, a share: 0.0003 is 300 ppm
   * @param uptime milliseconds since it booted
   */
  constructor(
    readonly drift: number,
    uptime: number,
  ) {
    this.#booted = START - uptime;
  }

  readonly wall = this.#clock(() => START + this.#ticked(START) + this.#offset);
  readonly steady = this.#clock(() => this.#ticked(this.#booted));

  /** Sets the wall clock. */
  jump(ms: number): void {
    this.#offset += ms;
  }

  /** What ran is gone by now. */
  boot(): void {
    this.#booted = this.truth.now();
  }

  /** What the machine takes for the time since a moment of true time. */
  #ticked(since: number): number {
    return (this.truth.now() - since) * (1 + this.drift);
  }

  #clock(shown: () => number): Clock {
    const { truth } = this;
    const now = (): number => Math.floor(shown());
    // A timer of the machine waits for a span, and does not see that the clock was set meanwhile.
    const spanOf = (at: number): number => Math.max(0, Math.ceil((at - now()) / (1 + this.drift)));
    return { now, at: (at, run) => truth.at(truth.now() + spanOf(at), run) };
  }
}

/** A clock whose timers stop with the process that set them. */
export function mortalClock(clock: Clock, alive: () => boolean): Clock {
  return {
    now: () => clock.now(),
    at: (at, run) =>
      clock.at(at, () => {
        if (alive()) run();
      }),
  };
}
