import type { Cancel } from "../../core/time/clock.js";
import type { SimulatedClock } from "../../core/time/simulated-clock.js";
import { monotonic, nextTurn, systemClock } from "../../core/time/system-clock.js";
import type { Engine, EngineResult } from "../../engine/index.js";
import type { NetworkGuard } from "../reads/network-guard.js";
import type { ReadHooks } from "../reads/read-hooks.js";
import type { DelayedExecutions } from "./latency.js";

interface DriverParts {
  readonly clock: SimulatedClock;
  readonly engine: Pick<Engine, "runDriven" | "loop" | "busy" | "idle" | "stop" | "events">;
  readonly executions: Pick<DelayedExecutions, "next" | "run">;
  readonly hooks: ReadHooks;
  readonly guard: NetworkGuard | null;
  readonly onProgress?: ((at: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * How long the machine is kept from everything else (signals, progress), milliseconds; 0: not from one instant to the
   * next; Infinity: for the whole run. It changes nothing of the run. Default 50.
   */
  readonly breathEvery?: number | undefined;
}

/** Promises that are awaited before the machine itself is asked for a turn: a trade, or a `read` that answers at once, needs a few. */
const MICRO_TURNS = 64;

const BREATH_EVERY = 50;

/** Instants between two looks at the machine's time. */
const INSTANTS_BETWEEN = 16;

/** Events that may wait for a listener before it has its turn: a part of what is kept for it, so that none is dropped. */
const MOST_UNDELIVERED = 1_000;

/** How long a `read` may keep the clock standing, milliseconds of the machine; then the engine's own time-out ends it. */
const PATIENCE = 10_000;

/**
 * Drives an engine through simulated time, from instant to instant, and waits only where the engine is in the middle of
 * something that does not wait for the clock. At one instant the clock's events come first (the competition's end, its
 * snapshots, other teams), then the engine's tasks, then requests that arrive at the venue. Resolves with the engine's
 * result. Rejects with NetworkReadError where a `read` went to today's network.
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
    const { engine, breathEvery = BREATH_EVERY } = this.#parts;
    void engine.runDriven().then((result) => (this.#result = result));
    await this.#settled();
    let breathed = monotonic();
    for (let instants = 1; this.#result === null; instants++) {
      if (!this.#step()) return this.#stalled();
      if (engine.busy()) await this.#settled();
      if (engine.events.undelivered() > MOST_UNDELIVERED) await engine.events.delivered();
      if (breathEvery > 0 && instants % INSTANTS_BETWEEN !== 0) continue;
      if (monotonic() - breathed < breathEvery) continue;
      await this.#breathe();
      breathed = monotonic();
    }
    return this.#result;
  }

  /** Moves the clock to the next instant and runs what comes first then; false where nothing will ever come. */
  #step(): boolean {
    const { clock, engine, executions } = this.#parts;
    const event = clock.next() ?? Infinity;
    const task = engine.loop.next();
    const arrival = executions.next();
    const at = Math.min(event, task, arrival);
    if (at === Infinity) return false;
    if (event === at) return clock.step();
    clock.moveTo(at);
    if (task === at) engine.loop.run();
    else executions.run();
    return true;
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
    for (let i = 0; i < MICRO_TURNS; i++) {
      if (!engine.busy()) return;
      await Promise.resolve();
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
