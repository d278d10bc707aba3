import type { RateScope } from "../../model/rules.js";
import { LONGEST_PAUSE } from "./retry-after.js";
import type { Countable, Meters } from "./meters.js";
import type { SpentRecord } from "./request-log-store.js";

interface Open {
  readonly operation: Countable;
  readonly end: number;
  readonly count: number;
}

/** A request may end so much later than its record says at the most, milliseconds: timers come late. */
const LATE_MS = 60_000;

/** What other processes (and this one before its restart) spent, brought into the meters. */
export class Others {
  readonly #open = new Map<string, Open>();

  /**
   * @param operationOf the operation of an id; one that is unknown (of a newer version) counts as one without scopes
   * @param onPause called with what may not be used, and until when
   */
  constructor(
    private readonly meters: Meters,
    private readonly operationOf: (id: string) => Countable | undefined,
    private readonly onPause: (scope: RateScope, until: number) => void,
  ) {}

  /** @param latest ends after it are brought forward: they were written before the clock was set back */
  take(records: readonly SpentRecord[], now: number, latest: number): void {
    const oldest = now - this.meters.retained - LATE_MS;
    for (const record of records) {
      // Nearly all of a file that is read from its beginning: no window reaches back to them any more.
      if (record.kind === "sent" && record.end <= oldest) continue;
      if (record.kind === "paused") {
        // Written before the clock was set back, it would last too long.
        if (record.end > now) this.onPause(record.scope, Math.min(record.end, now + LONGEST_PAUSE));
        continue;
      }
      if (record.kind === "sent") this.#sent(record.id, record.operation, Math.min(record.end, latest), record.count);
      else if (record.kind === "ended") this.#closed(record.id, Math.min(record.end, latest), record.count);
      else this.#closed(record.id, -Infinity, 0);
    }
  }

  /** Forgets those whose end, at the latest, was before `before`. */
  prune(before: number): void {
    for (const [id, { end }] of this.#open) if (end <= before) this.#open.delete(id);
  }

  #sent(id: string, operationId: string, end: number, count: number): void {
    const operation = this.operationOf(operationId) ?? { id: operationId, scopes: [] };
    this.#open.set(id, { operation, end, count });
    for (const { spent } of this.meters.of(operation)) for (let i = 0; i < count; i++) spent.add(end);
  }

  /** Of the requests of a record `count` have ended at `end`, the others were never sent. */
  #closed(id: string, end: number, count: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    for (const { spent } of this.meters.of(open.operation))
      for (let i = 0; i < open.count; i++) if (spent.remove(open.end) && i < count) spent.add(end);
  }
}
