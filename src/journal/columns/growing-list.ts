/** Values a chunk: few enough that little is reserved in vain. */
const CHUNK = 2_048;

/** A list that grows by chunks: nothing is ever copied while it does. */
export class GrowingList {
  readonly #full: unknown[][] = [];
  #last = new Array<unknown>(CHUNK);
  #used = 0;

  push(value: unknown): void {
    if (this.#used === CHUNK) {
      this.#full.push(this.#last);
      this.#last = new Array<unknown>(CHUNK);
      this.#used = 0;
    }
    this.#last[this.#used++] = value;
  }

  /** All values, first to last. */
  *values(): Generator {
    for (const chunk of this.#full) yield* chunk;
    yield* this.#last.slice(0, this.#used);
  }
}
