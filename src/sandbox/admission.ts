import type { Clock } from "../core/time/clock.js";
import { SERVICE_ERRORS, type Operation } from "../contract/index.js";
import type { Exchange } from "../venue/index.js";
import { bearerOf, type ApiKeys } from "./api-keys.js";
import { secondsUntil, type RateWindows } from "./rate-windows.js";
import { refuse, ServiceRefusal } from "./service-refusal.js";

interface Ports {
  readonly clock: Clock;
  readonly exchange: Exchange;
  readonly keys: ApiKeys;
  readonly windows: RateWindows;
  /** Whether the end of a competition closes everything for its teams, as some deployments do. */
  readonly closeAfterEnd: boolean;
}

/** What every request with a key passes before its fields are looked at, in the service's order (service notes, "Errors"). */
export class Admission {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The team whose request it is. Throws ServiceRefusal, or the exchange's Refusal. */
  admit(operation: Operation, authorization: string | undefined): string {
    const teamId = this.#authenticate(authorization);
    this.#ports.exchange.checkAccess(teamId);
    this.#checkEnd(teamId);
    if (operation.id === "executeTrade") this.#ports.exchange.checkTrading(teamId);
    this.#count(teamId, operation);
    return teamId;
  }

  #authenticate(authorization: string | undefined): string {
    const key = bearerOf(authorization);
    if (key === null) throw refuse("NO_KEY");
    const teamId = this.#ports.keys.teamOf(key);
    if (teamId === undefined) throw refuse("INVALID_KEY");
    return teamId;
  }

  #checkEnd(teamId: string): void {
    if (!this.#ports.closeAfterEnd) return;
    const { deactivation } = this.#ports.exchange.team(teamId);
    if (deactivation?.cause === "ended")
      throw new ServiceRefusal("COMPETITION_ENDED", SERVICE_ERRORS.DEACTIVATED.text({ reason: deactivation.reason }));
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
