import type { OperationId } from "../../contract/index.js";
import { seededRandom, type Random } from "../../core/random.js";
import type { Effect, FaultRequest } from "./effect.js";
import type { ArmedKind, CheckedFault } from "./kind.js";
import { operationsOf } from "./targets.js";
import type { FaultWorld } from "./world.js";

/** The chance of one operation: whether, and (drawn apart, so that it changes nothing of the first) how. */
interface Chances {
  readonly whether: Random;
  readonly how: Random;
}

/** A fault that a request meets. */
export interface Met {
  /** Null where it only looks on. */
  readonly kind: string | null;
  readonly effect: Effect;
  /** Says that it came to nothing: it does not count towards the fault's `max`. */
  release(): void;
}

const unmet = (effect: Effect | null): Met | null => effect && { kind: null, effect, release: () => {} };

/** A fault of the plan at work: whether a request meets it follows from the seed and the requests to its operation before. */
export class ArmedFault {
  readonly #chances: ReadonlyMap<OperationId, Chances>;
  readonly #armed: ArmedKind;
  #spared = 0;
  #times = 0;

  /** @param seed of this fault alone */
  constructor(
    readonly checked: CheckedFault,
    seed: string,
    private readonly startedAt: number,
    private readonly world: FaultWorld,
  ) {
    const random = seededRandom(seed);
    this.#armed = checked.arm(world);
    this.#chances = new Map(
      [...operationsOf(checked.targets)].map((id) => [id, { whether: random.fork(id), how: random.fork(`${id}/how`) }]),
    );
  }

  /** What it does to a request; null: nothing. */
  meet(request: FaultRequest): Met | null {
    const chances = this.#chances.get(request.operation.id);
    if (chances === undefined) return null;
    // Drawn for every request, so that a window or a count moves no later draw.
    const hit = chances.whether.next() < this.checked.rate;
    const effect = hit && this.#isItsTurn() ? this.#armed.meet(request, chances.how) : null;
    if (effect === null) return unmet(this.#armed.spare?.(request) ?? null);
    this.#times++;
    return { kind: this.checked.kind, effect, release: () => this.#release() };
  }

  /** The window in which nobody listens because of it, epoch milliseconds, `to` exclusive; null where it closes no doors. */
  get shut(): { readonly from: number; readonly to: number } | null {
    if (this.#armed.closesDoors !== true) return null;
    return { from: this.startedAt + this.checked.from, to: this.startedAt + this.checked.to };
  }

  #release(): void {
    this.#times--;
  }

  #isItsTurn(): boolean {
    if (!this.#isTime() || this.#times >= this.checked.max) return false;
    if (this.#spared >= this.checked.skip) return true;
    this.#spared++;
    return false;
  }

  #isTime(): boolean {
    const since = this.world.clock.now() - this.startedAt;
    return since >= this.checked.from && since < this.checked.to;
  }
}
