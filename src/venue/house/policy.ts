import type { Cancel, Clock } from "../../core/time/clock.js";
import type { MaybePromise } from "../../core/maybe.js";
import type { Random } from "../../core/random.js";
import type { CompetitionSettings } from "../settings.js";
import type { Trader } from "./trader.js";

export interface HousePorts {
  readonly clock: Clock;
  readonly trader: Trader;
  readonly random: Random;
  readonly settings: CompetitionSettings;
  /** Runs work whose failure must not hurt the exchange, and logs it. */
  readonly guarded: (work: () => MaybePromise<void>) => void;
}

/** How a house team trades. */
export interface HousePolicy {
  /** The team's name. */
  readonly name: string;
  /** Begins with a competition; what it returns stops it. */
  begin(ports: HousePorts): Cancel;
}
