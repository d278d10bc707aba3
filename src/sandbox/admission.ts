import type { Clock } from "../core/time/clock.js";
import { SERVICE_ERRORS, type Operation } from "../contract/index.js";
import type { ApiKeys } from "./api-keys.js";
import { secondsUntil, type RateWindows } from "./rate-windows.js";
import { refuse, ServiceRefusal } from "./service-refusal.js";

/** The checks of a request with a key in which the profiles differ. */
export interface Gate {
  /** The key of an `Authorization` header; null where it is none. */
  bearerOf(authorization: string | undefined): string | null;
  /** Throws if the service is closed to a team. */
  checkOpen(teamId: string): void;
  /** Throws if a team may not trade. */
  checkTrading(teamId: string): void;
}

interface Ports {
  readonly clock: Clock;
  readonly keys: ApiKeys;
  readonly windows: RateWindows;
  readonly gate: Gate;
}

/** The checks of every request with a key, before its fields are read, in the service's order (service notes, "Errors"). */
export class Admission {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The team whose request it is. Throws ServiceRefusal, or what the gate throws. */
  admit(operation: Operation, authorization: string | undefined): string {
    const { gate } = this.#ports;
    const teamId = this.#authenticate(authorization);
    gate.checkOpen(teamId);
    if (operation.id === "executeTrade") gate.checkTrading(teamId);
    this.#count(teamId, operation);
    return teamId;
  }

  #authenticate(authorization: string | undefined): string {
    const key = this.#ports.gate.bearerOf(authorization);
    if (key === null) throw refuse("NO_KEY");
    const teamId = this.#ports.keys.teamOf(key);
    if (teamId === undefined) throw refuse("INVALID_KEY");
    return teamId;
  }

  #count(teamId: string, operation: Operation): void {
    const fullUntil = this.#ports.windows.spend(teamId, operation.scopes);
    if (fullUntil === null) return;
    const seconds = secondsUntil(fullUntil, this.#ports.clock.now());
    throw new ServiceRefusal("RATE_LIMITED", SERVICE_ERRORS.RATE_LIMITED.text({ seconds }), {
      "retry-after": String(seconds),
      "x-ratelimit-reset": String(fullUntil),
    });
  }
}
