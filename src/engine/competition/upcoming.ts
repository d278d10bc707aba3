import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { Competition } from "../../model/competition.js";
import type { TokenName } from "../../model/token.js";
import { attemptWithin } from "../timeouts/bounded.js";
import type { EngineContext } from "../context.js";

/** What is known of competitions that have not begun. */
export class Upcoming {
  #told: string | null = null;

  constructor(private readonly context: EngineContext) {}

  /** Their names; the one of the status first. */
  names(named: Competition | null): MaybePromise<readonly string[]> {
    return andThen(
      attemptWithin(this.context.bound, (options) => this.context.ports.venue.upcoming(options)),
      (read) => {
        const listed = read.ok ? read.value.map(({ name }) => name) : [];
        return [...new Set([...(named === null ? [] : [named.name]), ...listed])];
      },
    );
  }

  /** Tells what is waited for, when that changes. */
  tell(named: Competition | null): MaybePromise<void> {
    return andThen(this.names(named), (names) => {
      const text = names.length === 0 ? "none is announced yet" : names.join(", ");
      if (text === this.#told) return;
      this.#told = text;
      this.context.note(
        "info",
        "waiting",
        `Waiting for a competition to begin: ${text}. Prices are sampled meanwhile.`,
      );
    });
  }

  /** What is sampled before there are books: all that strategies need, with the cash of those chains. */
  tokens(): readonly TokenName[] {
    const { registry, strategies } = this.context.ports;
    return [...registry.withCash(strategies.flatMap(({ tokens }) => tokens))];
  }
}
