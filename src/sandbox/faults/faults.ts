import { setMaxListeners } from "node:events";
import type { Clock } from "../../core/time/clock.js";
import type { Trade } from "../../model/trade.js";
import type { SandboxRequest, Serve } from "../exchanged.js";
import { ArmedFault, type Met } from "./armed-fault.js";
import { follow, type Outgoing } from "./apply-faults.js";
import { checkFaultPlan, type CheckedPlan, type FaultKindName, type FaultPlan } from "./plan.js";
import { operationAsked } from "./targets.js";
import type { FaultWorld } from "./world.js";

/** A trade of the sandbox's own ledger. */
export interface MadeTrade {
  readonly trade: Trade;
  /** The reason as sent by the client, before any fault changed it; null if there was none. */
  readonly reasonSent: string | null;
}

/** The control of a sandbox's injected faults. */
export interface FaultControl {
  /**
   * Sets the fault plan and restarts its random numbers; null: no faults. Requests under way are not affected. Throws
   * FaultPlanError.
   */
  set(plan: FaultPlan | null): void;
  /** How often each kind of fault was injected since the sandbox was created, without those that never were. */
  counts(): Readonly<Partial<Record<FaultKindName, number>>>;
  /**
   * The trades of a team that were really made, oldest first, whatever was answered, each with the reason that was sent.
   */
  trades(teamId: string): readonly MadeTrade[];
}

/** Decides which faults a request meets, and takes it through them. */
export class Faults implements FaultControl {
  readonly #world: FaultWorld;
  readonly #startedAt: number;
  readonly #counts = new Map<string, number>();
  readonly #reasons = new Map<string, string>();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  #armed: readonly ArmedFault[] = [];

  /** @param plan followed from the beginning; null: none */
  constructor(world: Omit<FaultWorld, "noteReason">, plan: FaultPlan | null) {
    // Where several change a reason, the first has what was sent.
    const noteReason = (tradeId: string, sent: string): void => {
      if (!this.#reasons.has(tradeId)) this.#reasons.set(tradeId, sent);
    };
    this.#world = { ...world, noteReason };
    this.#startedAt = world.clock.now();
    // As many as there are requests that wait.
    setMaxListeners(0, this.#closing.signal);
    this.set(plan);
  }

  set(plan: FaultPlan | null): void {
    this.#armed = plan === null ? [] : this.#arm(checkFaultPlan(plan));
    for (const listener of this.#listeners) listener();
  }

  counts(): Readonly<Partial<Record<FaultKindName, number>>> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  trades(teamId: string): readonly MadeTrade[] {
    const oldestFirst = this.#world.exchange.trades(teamId).toReversed();
    return oldestFirst.map((trade) => ({ trade, reasonSent: this.#reasons.get(trade.id) ?? trade.reason }));
  }

  /** Calls `listener` after each change of the plan. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** The windows in which nobody listens, epoch milliseconds. */
  shut(): readonly { readonly from: number; readonly to: number }[] {
    return this.#armed.map((fault) => fault.shut).filter((window) => window !== null);
  }

  get clock(): Clock {
    return this.#world.clock;
  }

  /** Aborted when the sandbox closes. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** The faults that a request meets: each one that is asked for moves the draws on. Null where it meets none. */
  meet(request: SandboxRequest): readonly Met[] | null {
    if (this.#armed.length === 0) return null;
    const operation = operationAsked(request.method, request.path);
    if (operation === null) return null;
    const asked = { ...request, operation };
    const met = this.#armed.map((fault) => fault.meet(asked)).filter((one) => one !== null);
    return met.length === 0 ? null : met;
  }

  /** Takes a request through the faults that it meets. Rejects when the sandbox closes. */
  follow(met: readonly Met[], request: SandboxRequest, serve: Serve): Promise<Outgoing> {
    const count = (kind: string): void => void this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return follow(met, request, { clock: this.clock, serve, count, signal: this.closed });
  }

  /** Ends every wait: whoever still waits for an answer gets none. */
  close(): void {
    this.#closing.abort(new Error("The sandbox is closed"));
  }

  #arm({ seed, faults }: CheckedPlan): readonly ArmedFault[] {
    const before = new Map<string, number>();
    return faults.map((fault) => {
      // By kind, so that a fault more or less in the plan leaves those of other kinds as they are.
      const nth = before.get(fault.kind) ?? 0;
      before.set(fault.kind, nth + 1);
      return new ArmedFault(fault, `${seed}/faults/${fault.kind}/${nth}`, this.#startedAt, this.#world);
    });
  }
}
