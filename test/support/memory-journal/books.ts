import { applyChange, EMPTY_HOLDING, type Holding } from "../../../src/model/holding.js";
import type { BookEntry } from "../../../src/model/journal.js";

type KeptHolding = Holding & { readonly competition: string; readonly book: string; readonly token: string };

/** What the books hold, of every competition. */
export class KeptBooks {
  readonly #holdings = new Map<string, KeptHolding>();

  enter({ competitionId: competition, book, token, change, costUsd }: BookEntry): void {
    const key = JSON.stringify([competition, book, token]);
    const before = this.#holdings.get(key) ?? EMPTY_HOLDING;
    this.#holdings.set(key, { competition, book, token, ...applyChange(before, change, costUsd) });
  }

  /** Competitions in the order in which they were first entered. */
  competitions(): string[] {
    return [...new Set(Array.from(this.#holdings.values(), ({ competition }) => competition))];
  }

  of(competition: string): KeptHolding[] {
    return [...this.#holdings.values()].filter((holding) => holding.competition === competition);
  }
}
