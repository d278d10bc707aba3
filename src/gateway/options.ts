import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import type { Random } from "../core/random.js";
import type { Secrets } from "../core/secrets.js";
import type { RateLimit } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { KeyStore } from "./keys/key-store.js";
import type { Lane } from "./limits/lane.js";
import type { LimitSettings } from "./limits/settings.js";
import type { RetrySettings } from "./retry.js";
import type { Transport } from "./transport.js";

export interface GatewayOptions {
  /** The address of the service: what comes before `/api`. */
  readonly baseUrl: string;
  /** The team's API key, or a store that keeps it and can change it. */
  readonly key: KeyStore | string;
  /** The service's time: limits, and the times that readings carry. */
  readonly clock: Clock;
  /**
   * What the windows of limits are measured on: as fast as `clock`, of one origin for all processes of the machine, and
   * never set. Default: `clock`, and then whoever sets the machine's time may break a limit; `machineClock(clockSpeed)` is meant.
   */
  readonly steady?: Clock;
  /** Of the machine's start since which `steady` runs; `bootId()` is meant. */
  readonly boot?: string;
  /** How many seconds of `clock` pass in a second of `wall`; default 1. */
  readonly clockSpeed?: number;
  /** The machine's time: deadlines, and pauses between tries. */
  readonly wall: Clock;
  /** The tokens that can be named. */
  readonly registry: TokenRegistry;
  readonly log: Log;
  /** Learns the key, so that no log and no error shows it. */
  readonly secrets: Secrets;
  /** From what the pauses between tries are drawn. Default: a fresh source. */
  readonly random?: Random;
  /** Limits in place of the service's, and how much of them is kept for trades. */
  readonly limits?: LimitSettings;
  /** The limits of rules that are known already; else the public service's hold until the rules are read. */
  readonly rateLimits?: readonly RateLimit[];
  /** The folder in which spent requests are kept, so that limits hold across restarts and processes; without it they are kept in memory. */
  readonly spentDir?: string;
  /** Where requests wait for a limit. Default: bottleneck's queue, which takes some milliseconds of the machine. */
  readonly lane?: () => Lane;
  /** Default: HTTP to `baseUrl`. */
  readonly transport?: Transport;
  /** How long one request may take with its whole answer, milliseconds of `wall`. Default: 10 seconds. */
  readonly deadlineMs?: number;
  /** How often what failed is tried again, and after which pauses. Default: three times, the first after half a second at most. */
  readonly retry?: Partial<RetrySettings>;
}
