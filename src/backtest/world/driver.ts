import type { Cancel } from "../../core/time/clock.js";
import type { SimulatedClock } from "../../core/time/simulated-clock.js";
import { monotonic, nextTurn, systemClock } from "../../core/time/system-clock.js";
import type { Engine, EngineResult } from "../../engine/index.js";
import type { NetworkGuard } from "../reads/network-guard.js";
import type { ReadHooks } from "../reads/read-hooks.js";

interface DriverParts {
  readonly clock: SimulatedClock;
  readonly engine: Pick<Engine, "run" | "busy" | "idle" | "stop">;
  readonly hooks: ReadHooks;
  readonly guard: NetworkGuard | null;
  readonly onProgress?: ((at: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Promises that are awaited before the machine itself is asked for a turn: a `read` that answers at once needs a few. */
const MICRO_TURNS = 64;

/** Those of them that are awaited before anything that costs more. */
const FEW_TURNS = 8;

const READY = Promise.resolve();

/**
 * Ticks that follow one another without coming back here, where nothing else happens between them: at first, and at most.
 * The machine's time is looked at after so many, and there are twice as many the next time as long as they took no
 * longer than `ROW`, half as many where they did: a strategy that takes long must not feel it at Ctrl-C.
 */
const [FIRST_STEPS, MOST_STEPS] = [15, 127];

/** How long ticks in a row should take, milliseconds of the machine. */
const ROW = 1;

/** How long the machine is kept from everything else (signals, progress), milliseconds. */
const BREATH = 50;

/** How long a `read` may keep the clock standing, milliseconds of the machine; then the engine's own time-out ends it. */
const PATIENCE = 10_000;

/**
 * Drives an engine through simulated time: steps from event to event, and waits only where the engine is in the middle of
 * something that does not wait for the clock. Resolves with the engine's result. Rejects with NetworkReadError where a
 * `read` went to today's network.
 */
export class Driver {
  readonly #parts: DriverParts;
  #result: EngineResult | null = null;
  #stopped = false;

  constructor(parts: DriverParts) {
    this.#parts = parts;
  }

  /** Whether the signal has ended it. */
  get stopped(): boolean {
    return this.#stopped;
  }

  async run(): Promise<EngineResult> {
    const { clock, engine } = this.#parts;
    void engine.run().then((result) => (this.#result = result));
    await this.#settled();
    let breathed = monotonic();
    let began = breathed;
    let steps = FIRST_STEPS;
    while (this.#result === null) {
      if (!clock.step(steps)) return this.#stalled();
      if (engine.busy()) await this.#settled();
      let now = monotonic();
      steps = now - began > ROW ? steps >> 1 : Math.min(MOST_STEPS, 2 * steps + 1);
      if (now - breathed > BREATH) {
        await this.#breathe();
        breathed = now = monotonic();
      }
      began = now;
    }
    return this.#result;
  }

  /** Resolves once only the clock can bring the engine on. Rejects where the network was asked for. */
  async #settled(): Promise<void> {
    const { engine, hooks, guard } = this.#parts;
    await this.#quiet();
    if (!engine.busy()) hooks.forget();
    const refused = guard?.refused() ?? null;
    if (refused !== null) throw refused;
  }

  async #quiet(): Promise<void> {
    const { engine, hooks } = this.#parts;
    // A trade that is answered at once needs a few.
    for (let i = 0; i < FEW_TURNS; i++) {
      if (!engine.busy()) return;
      await READY;
    }
    // Ticks whose `read` answers at once follow one another by themselves: what is awaited is the end of the last one.
    await Promise.race([engine.idle(), nextTurn()]);
    for (let i = 0; i < MICRO_TURNS; i++) {
      if (!engine.busy()) return;
      await READY;
    }
    const since = monotonic();
    for (;;) {
      await nextTurn();
      if (this.#result !== null || !engine.busy()) return;
      // Every promise had its turn: without a reading under way all that is left waits for the clock.
      if ((await hooks.unfinished()) === 0 || monotonic() - since > PATIENCE) return;
      await this.#oneEnds(since + PATIENCE - monotonic());
    }
  }

  /** Waits until a reading has ended, for so many milliseconds of the machine at most. */
  async #oneEnds(within: number): Promise<void> {
    const { engine, hooks } = this.#parts;
    let cancel: Cancel | undefined;
    const late = new Promise<void>((resolve) => (cancel = systemClock.at(systemClock.now() + within, resolve)));
    await Promise.race([hooks.oneEnded(), engine.idle(), late]);
    cancel?.();
  }

  async #breathe(): Promise<void> {
    const { clock, engine, onProgress, signal } = this.#parts;
    await nextTurn();
    onProgress?.(clock.now());
    if (signal?.aborted !== true || this.#stopped) return;
    this.#stopped = true;
    engine.stop("The backtest was stopped");
    await this.#settled();
  }

  async #stalled(): Promise<EngineResult> {
    await nextTurn();
    if (this.#result === null) throw new Error("the simulated clock has no event left, and the engine has not ended");
    return this.#result;
  }
}
