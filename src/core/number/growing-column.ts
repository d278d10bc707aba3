/** Numbers a chunk: half a megabyte, so that little is reserved in vain and nothing is ever copied while it grows. */
const CHUNK = 65_536;

/** A column of numbers that grows by chunks of flat memory: 8 bytes a number. */
export class GrowingColumn {
  /** Those that are full, one after the other. */
  #full: Float64Array[] = [];
  #fullLength = 0;
  #last: Float64Array;
  #used = 0;

  /** @param expected how many numbers will probably come: one piece for all of them, of which the system gives what is used */
  constructor(expected = 0) {
    this.#last = new Float64Array(Math.max(1_024, expected));
  }

  get length(): number {
    return this.#fullLength + this.#used;
  }

  push(value: number): void {
    if (this.#used === this.#last.length) this.#makeRoom();
    this.#last[this.#used++] = value;
  }

  /** The number at a place; NaN where there is none. */
  at(index: number): number {
    let place = index;
    for (const chunk of this.#full) {
      if (place < chunk.length) return chunk[place] as number;
      place -= chunk.length;
    }
    return place < this.#used ? (this.#last[place] as number) : Number.NaN;
  }

  /** All numbers in one piece, which is the column's own memory: it must not be changed. */
  values(): Float64Array {
    if (this.#full.length === 0) return this.#last.subarray(0, this.#used);
    const joined = new Float64Array(this.length + CHUNK);
    let place = 0;
    for (const chunk of this.#full) {
      joined.set(chunk, place);
      place += chunk.length;
    }
    joined.set(this.#last.subarray(0, this.#used), place);
    // From here on it is the one piece: the numbers are in memory once.
    this.#used = this.length;
    this.#last = joined;
    this.#full = [];
    this.#fullLength = 0;
    return this.#last.subarray(0, this.#used);
  }

  #makeRoom(): void {
    if (this.#last.length < CHUNK) {
      const grown = new Float64Array(Math.min(CHUNK, 4 * this.#last.length));
      grown.set(this.#last);
      this.#last = grown;
      return;
    }
    this.#full.push(this.#last);
    this.#fullLength += this.#last.length;
    this.#last = new Float64Array(CHUNK);
    this.#used = 0;
  }
}
