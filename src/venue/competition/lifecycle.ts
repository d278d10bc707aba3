import type { Cancel, Clock } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { attempt } from "../../core/attempt.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { CompetitionRecord, VenueCompetition } from "./competition.js";
import type { CompetitionPlan, Competitions } from "./competitions.js";
import { startAmounts } from "../settings.js";
import type { Snapshots } from "./snapshots.js";

/** Told after a competition has started or ended, its snapshot taken. */
export type TransitionListener = (competition: VenueCompetition) => void;

interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  readonly competitions: Competitions;
  readonly snapshots: Snapshots;
}

/** Starts and ends competitions, by hand and on schedule, and takes the snapshots between. */
export class Lifecycle {
  readonly #ports: Ports;
  readonly #listeners = new Set<TransitionListener>();
  /** Timers by competition: of its start, or of its end and next snapshot. */
  readonly #timers = new Map<string, Cancel[]>();
  readonly #durations = new Map<string, number>();
  /** Competitions whose time to start came while another one was active, in that order. */
  readonly #overdue = new Set<string>();
  #closed = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  onTransition(listener: TransitionListener): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Remembers when a competition starts and ends by itself. */
  schedule(id: string, { startAt, durationMs }: CompetitionPlan): void {
    if (durationMs !== undefined) this.#durations.set(id, durationMs);
    if (startAt !== undefined) this.#arm(id, startAt, () => this.#startDue(id));
  }

  /**
   * Resets the balances of the teams that take part, makes them active and takes a snapshot. The
   * state changes at once, also where the prices of the snapshot are awaited.
   */
  start(id: string): MaybePromise<void> {
    const record = this.#ports.competitions.start(id);
    this.#disarm(id);
    this.#overdue.delete(id);
    const { settings, startAt } = record.info;
    const amounts = startAmounts(settings);
    for (const { member } of record.entries) {
      member.account.reset(amounts);
      member.competitionId = id;
      member.change({ deactivation: null }, startAt as number);
    }
    if (!this.#ports.snapshots.lazy) this.#armSnapshot(record, startAt as number);
    const duration = this.#durations.get(id);
    if (duration !== undefined) this.#arm(id, (startAt as number) + duration, () => this.end(id));
    return andThen(this.#ports.snapshots.takeAll(record), () => this.#tell(record));
  }

  /** Takes the last snapshot and deactivates every team; no trade is made from this call on. */
  end(id: string): MaybePromise<void> {
    const record = this.#ports.competitions.end(id);
    this.#disarm(id);
    const { name, endAt } = record.info;
    const deactivation = { cause: "ended", reason: `Competition ${name} (${id}) ended` } as const;
    for (const { member } of record.entries)
      if (member.team.deactivation === null) member.change({ deactivation }, endAt as number);
    return andThen(this.#ports.snapshots.takeAll(record), () => {
      this.#tell(record);
      return this.#startOverdue();
    });
  }

  /** Stops every timer: nothing happens by itself any more. */
  close(): void {
    this.#closed = true;
    const active = this.#ports.competitions.active();
    if (active !== null) this.#ports.snapshots.catchUpAll(active);
    this.#ports.snapshots.close();
    for (const id of [...this.#timers.keys()]) this.#disarm(id);
    this.#listeners.clear();
  }

  #startDue(id: string): MaybePromise<void> {
    if (this.#ports.competitions.active() === null) return this.start(id);
    this.#overdue.add(id);
  }

  #startOverdue(): MaybePromise<void> {
    const [next] = this.#overdue;
    if (next !== undefined && !this.#closed && this.#ports.competitions.active() === null) return this.start(next);
  }

  /** The next multiple of the interval after now: a clock that jumped skips what it missed. */
  #armSnapshot(record: CompetitionRecord, startAt: number): void {
    const { id, settings } = record.info;
    const periods = Math.floor((this.#ports.clock.now() - startAt) / settings.snapshotIntervalMs) + 1;
    this.#arm(id, startAt + periods * settings.snapshotIntervalMs, () => {
      this.#armSnapshot(record, startAt);
      return this.#ports.snapshots.takeAll(record);
    });
  }

  #arm(id: string, at: number, run: () => MaybePromise<void>): void {
    if (this.#closed) return;
    const failed = (error: unknown): void =>
      this.#ports.log.error("A competition's schedule failed", { competition: id, error: messageOf(error) });
    const cancel = this.#ports.clock.at(at, () => {
      const timers = this.#timers.get(id) ?? [];
      this.#timers.set(
        id,
        timers.filter((timer) => timer !== cancel),
      );
      void andThen(attempt(run), (ended) => {
        if (!ended.ok) failed(ended.error);
      });
    });
    this.#timers.set(id, [...(this.#timers.get(id) ?? []), cancel]);
  }

  #disarm(id: string): void {
    for (const cancel of this.#timers.get(id) ?? []) cancel();
    this.#timers.delete(id);
  }

  #tell(record: CompetitionRecord): void {
    for (const listener of [...this.#listeners]) listener(record.info);
  }
}
