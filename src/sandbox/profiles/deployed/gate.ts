import { SERVICE_ERRORS } from "../../../contract/index.js";
import type { Exchange } from "../../../venue/index.js";
import type { Gate } from "../../admission.js";
import { refuse } from "../../service-refusal.js";
import { DeployedError, internalError } from "./errors.js";

const SCHEME = "Bearer ";

/** The deployed service's checks of a key. A team that is out, by the end or by a person, meets errors on every call. */
export class DeployedGate implements Gate {
  readonly #exchange: Exchange;
  /** The deactivations before the last restart: the service then loads the keys of active teams only. */
  readonly #unloaded = new WeakSet<object>();

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** The scheme in its own case, and exactly one blank. */
  bearerOf(authorization = ""): string | null {
    return authorization.startsWith(SCHEME) ? authorization.slice(SCHEME.length) || null : null;
  }

  checkOpen(teamId: string): void {
    const { deactivation } = this.#exchange.team(teamId);
    if (deactivation === null) return;
    if (this.#unloaded.has(deactivation)) throw refuse("INVALID_KEY");
    const text = SERVICE_ERRORS.DEACTIVATED.text({ reason: deactivation.reason });
    // The service tells this error from others by this word in its text.
    throw text.includes("inactive") ? new DeployedError(403, text, { inactive: true }) : internalError();
  }

  /** Whether the team takes part is not asked. */
  checkTrading(): void {
    if (this.#exchange.active() === null) throw refuse("NO_COMPETITION");
  }

  restart(): void {
    for (const { deactivation } of this.#exchange.teams()) if (deactivation !== null) this.#unloaded.add(deactivation);
  }
}
