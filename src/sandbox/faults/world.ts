import type { Clock } from "../../core/time/clock.js";
import type { RateLimit } from "../../model/rules.js";
import type { Exchange } from "../../venue/index.js";
import type { ApiKeys } from "../api-keys.js";

/** What faults act on, and look at. */
export interface FaultWorld {
  readonly clock: Clock;
  readonly exchange: Exchange;
  readonly keys: ApiKeys;
  /** What the rules print. */
  readonly rateLimits: readonly RateLimit[];
  /** Restarts the service: what it holds in memory only is gone. */
  readonly restart: () => void;
  /** Of a trade whose reason did not reach the service as it was sent. */
  readonly noteReason: (tradeId: string, sent: string) => void;
}
