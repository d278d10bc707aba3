import type { EngineControl } from "../../engine/control.js";
import type { Gateway } from "../../gateway/gateway.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Venue } from "../../model/venue.js";
import type { BotAnswer } from "./answers.js";

/** The sources from which the running bot, or the command itself without a bot, answers requests. */
export interface RequestPorts {
  /** For people. */
  readonly service: string;
  /** The venue of trades: the gateway, or the simulated venue of a dry run. */
  readonly venue: Venue;
  readonly gateway: Gateway;
  readonly registry: TokenRegistry;
  /** The place of the key, shown by `key rotate`. */
  readonly keySource: string;
  /** The bot's state; null if no bot is running. */
  bot(): BotAnswer | null;
  /** Operations that change something. They throw if they cannot be done. */
  readonly control: Pick<EngineControl, "swap" | "resolve"> & {
    rotateKey(): Promise<void>;
  };
}
