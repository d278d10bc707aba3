import type { Competition } from "../../model/competition.js";
import type { EnginePorts } from "../ports.js";
import type { End } from "../result.js";

/** A competition that is being joined, which takes as long as what became of an earlier run's trade is not found out. */
export class Joining {
  readonly #ports: Pick<EnginePorts, "clock" | "settings">;
  /** How it ended meanwhile, by a trade of an earlier run that was made in another one; null: it did not. */
  over: End | null = null;
  #overSince: number | null = null;

  constructor(
    readonly competition: Competition,
    ports: Pick<EnginePorts, "clock" | "settings">,
  ) {
    this.#ports = ports;
  }

  /** Whether an end waits: what is not known when a competition is over has as long to be found out as that of one that was joined. */
  outlasts({ code }: End): boolean {
    if (code !== "COMPETITION_OVER") return false;
    const { clock, settings } = this.#ports;
    const now = clock.now();
    this.#overSince ??= now;
    return now - this.#overSince < settings.finishWithin;
  }
}
