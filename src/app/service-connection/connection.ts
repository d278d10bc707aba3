import type { Clock } from "../../core/time/clock.js";
import type { Log } from "../../core/log.js";
import type { Gateway } from "../../gateway/gateway.js";
import type { PriceHistory } from "../../model/history.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { CommandSession } from "../command-session.js";
import type { Span } from "../span.js";

/** The connection to the service of a bot, with its clock. */
export interface World {
  /** For people: `the embedded sandbox (http://…)` or the base URL. */
  readonly service: string;
  readonly clock: Clock;
  /** Seconds of `clock` in a second of the machine. */
  readonly speed: number;
  readonly gateway: Gateway;
  /** Prices from before the start that the service provides; empty if there are none. */
  readonly history: readonly PriceHistory[];
  /** Whether the service ends with this process, with its competition, ids and time. */
  readonly ephemeral: boolean;
  /** The span of the competition if the config knows it; null if only the service does. */
  readonly span: Span | null;
  close(): Promise<void>;
}

export interface WorldPorts extends Omit<CommandSession, "log"> {
  readonly registry: TokenRegistry;
  readonly log: Log;
}
