/** Numbers a chunk: half a megabyte, so that little is reserved in vain and nothing is ever copied while it grows. */
const CHUNK = 65_536;

/** A column of numbers that grows by chunks of flat memory: 8 bytes a number. */
export class GrowingColumn {
  #full: Float64Array[] = [];
  #last = new Float64Array(1_024);
  #used = 0;
  #joined: Float64Array | null = null;

  get length(): number {
    return this.#full.length * CHUNK + this.#used;
  }

  push(value: number): void {
    if (this.#used === this.#last.length) this.#makeRoom();
    this.#last[this.#used++] = value;
  }

  /** The number at a place; NaN where there is none. */
  at(index: number): number {
    const chunk = Math.floor(index / CHUNK);
    const column = chunk === this.#full.length ? this.#last : this.#full[chunk];
    return index < this.length ? (column?.[index % CHUNK] ?? Number.NaN) : Number.NaN;
  }

  /** All numbers in one piece; the same piece until another number comes. */
  values(): Float64Array {
    if (this.#joined?.length === this.length) return this.#joined;
    const joined = new Float64Array(this.length);
    this.#full.forEach((chunk, i) => joined.set(chunk, i * CHUNK));
    joined.set(this.#last.subarray(0, this.#used), this.#full.length * CHUNK);
    this.#joined = joined;
    // Chunks become parts of the one piece: the numbers are in memory once.
    this.#full = this.#full.map((_chunk, i) => joined.subarray(i * CHUNK, (i + 1) * CHUNK));
    return joined;
  }

  #makeRoom(): void {
    if (this.#last.length < CHUNK) {
      const grown = new Float64Array(Math.min(CHUNK, 4 * this.#last.length));
      grown.set(this.#last);
      this.#last = grown;
      return;
    }
    this.#full.push(this.#last);
    this.#last = new Float64Array(CHUNK);
    this.#used = 0;
  }
}
