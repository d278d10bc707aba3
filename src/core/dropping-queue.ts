/** A queue of limited size: what is added beyond the limit takes the place of the oldest. */
export class DroppingQueue<T> {
  readonly #items: T[] = [];
  readonly #limit: number;
  readonly #sizeOf: (item: T) => number;
  #size = 0;

  /**
   * @param limit of the sizes of all items together; one item is kept whatever its size
   * @param sizeOf default: 1 each
   */
  constructor(limit: number, sizeOf: (item: T) => number = () => 1) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Adds an item; gives how many of the oldest were dropped for it. */
  push(item: T): number {
    this.#items.push(item);
    this.#size += this.#sizeOf(item);
    let dropped = 0;
    for (; this.#size > this.#limit && this.#items.length > 1; dropped++) this.shift();
    return dropped;
  }

  /** Takes the oldest item; undefined if there is none. */
  shift(): T | undefined {
    const item = this.#items.shift();
    if (item !== undefined) this.#size -= this.#sizeOf(item);
    return item;
  }

  /** Takes all items, the oldest first. */
  takeAll(): T[] {
    this.#size = 0;
    return this.#items.splice(0);
  }
}
