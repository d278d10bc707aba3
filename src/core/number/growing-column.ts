/** Numbers that a column has room for at first. */
const ROOM = 1_024;

/** A column of numbers that grows: 8 bytes a number, and room for as many again at most. */
export class GrowingColumn {
  #numbers: Float64Array;
  #length = 0;

  /** @param expected how many numbers will probably come: room for all of them is taken at once */
  constructor(expected = 0) {
    this.#numbers = new Float64Array(Math.max(ROOM, expected));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#numbers[this.#length++] = value;
  }

  /** All numbers: the column's own memory, which must not be changed. */
  values(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.#numbers.length);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}
