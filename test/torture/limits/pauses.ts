import type { Operation } from "../../../src/contract/index.js";
import { LEASE_MS } from "../../../src/gateway/limits/lease.js";
import type { RateLimit, RateScope } from "../../../src/model/rules.js";

/** A process on the folder. */
export interface Sender {
  readonly id: number;
  /** When it was started, true time. */
  readonly born: number;
}

interface Pause {
  readonly by: Sender;
  /** When the 429 was heard, and when requests of the scope may come again, true time. */
  readonly heard: number;
  readonly until: number;
}

type Asked = Pick<Operation, "id" | "scopes">;

const MINUTE = 60_000;

/**
 * The judge of pauses, at the server: what leaves after a 429 was heard, from whatever process on the folder, must not
 * arrive before it is over. A process that ran already may use up what it had written down for a burst.
 */
export class PauseJudge {
  readonly violations: string[] = [];
  /** How many were heard. */
  heardOf = 0;
  /** Arrivals that a pause had to be over for, sent by another process than the one that heard of it. */
  afterOthers = 0;
  readonly #pauses = new Map<RateScope, Pause[]>();

  constructor(private readonly limits: () => readonly RateLimit[]) {}

  /** A process has heard a 429. @param seconds its `Retry-After`; null: it did not say */
  heard({ scopes: [own] }: Asked, seconds: number | null, by: Sender, now: number): void {
    this.heardOf++;
    const scope = own ?? "all";
    const windows = this.limits().flatMap((limit) => (limit.scope === own ? [limit.windowMs] : []));
    const ms = seconds === null ? Math.max(...(windows.length === 0 ? [MINUTE] : windows)) : seconds * 1_000;
    // The machine's clock may be fast by half a thousandth.
    const until = now + Math.floor(ms * 0.999) - 5;
    const still = (this.#pauses.get(scope) ?? []).filter((pause) => pause.until > now - MINUTE);
    this.#pauses.set(scope, [...still, { by, heard: now, until }]);
  }

  arrived({ id, scopes }: Asked, from: Sender, sent: number, now: number): void {
    for (const scope of [...scopes, "all"] as const)
      for (const { by, heard, until } of this.#pauses.get(scope) ?? []) {
        const free = by.id === from.id || from.born > heard ? heard : heard + 2 * LEASE_MS;
        if (sent <= free) continue;
        if (by.id !== from.id) this.afterOthers++;
        if (now >= until) continue;
        const who = by.id === from.id ? "the process that had heard it" : "another process";
        this.violations.push(
          `${id} arrived ${until - now} ms before the 429 of its scope was over, sent by ${who} ${sent - heard} ms after it was heard`,
        );
      }
  }
}
