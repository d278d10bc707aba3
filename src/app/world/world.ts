import type { Clock } from "../../core/time/clock.js";
import type { Log } from "../../core/log.js";
import type { Gateway } from "../../gateway/gateway.js";
import type { PriceHistory } from "../../model/history.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { CommandSession } from "../command-session.js";
import type { Span } from "../span.js";

/** The service that a bot competes in, and the time that it lives by. */
export interface World {
  /** For people: `the embedded sandbox (http://…)` or the base URL. */
  readonly service: string;
  readonly clock: Clock;
  /** Seconds of `clock` in a second of the machine. */
  readonly speed: number;
  readonly gateway: Gateway;
  /** Prices from before the start that come with the world; empty where it has none. */
  readonly history: readonly PriceHistory[];
  /** Whether the world ends with this process: its competition, its ids, its time. */
  readonly ephemeral: boolean;
  /** When its competition begins and ends, where config knows; null: only the service does. */
  readonly span: Span | null;
  close(): Promise<void>;
}

export interface WorldPorts extends Omit<CommandSession, "log"> {
  readonly registry: TokenRegistry;
  readonly log: Log;
}
