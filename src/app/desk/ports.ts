import type { EngineControl } from "../../engine/control.js";
import type { Gateway } from "../../gateway/gateway.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Venue } from "../../model/venue.js";
import type { BotAnswer } from "./answers.js";

/** What requests are answered from: by the running bot, or by the command itself where none runs. */
export interface DeskPorts {
  /** For people. */
  readonly service: string;
  /** Where trades are made: the gateway, or the simulated venue of a dry run. */
  readonly venue: Venue;
  readonly gateway: Gateway;
  readonly registry: TokenRegistry;
  /** Where the key lives; for what `key rotate` says. */
  readonly keySource: string;
  /** What the bot is doing; null where none runs. */
  bot(): BotAnswer | null;
  /** What changes something. Throws whatever keeps it from being done. */
  readonly control: Pick<EngineControl, "swap" | "resolve"> & {
    rotateKey(): Promise<void>;
  };
}
