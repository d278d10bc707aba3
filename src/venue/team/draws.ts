import { numberedRandom, type Random } from "../../core/random.js";

/** What chance has in store for one team's quotes, or for its trades: the first, the second, and so on, whoever else trades. */
export class Draws {
  readonly #source: (key: number) => Pick<Random, "next">;
  #count = 0;

  constructor(seed: string) {
    this.#source = numberedRandom(seed);
  }

  next(): Pick<Random, "next"> {
    return this.#source(this.#count++);
  }

  /** Leaves out the next one, unseen. */
  skip(): void {
    this.#count++;
  }
}
