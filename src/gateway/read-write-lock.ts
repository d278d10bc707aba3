/** Lets many pass at a time, or one alone: a key is not changed under a request that carries it. */
export class ReadWriteLock {
  #inside = 0;
  #alone: Promise<void> | null = null;
  #emptied = (): void => undefined;

  /** Goes in, and gives null; or, where somebody is alone inside, when to try again. */
  enter(): Promise<void> | null {
    if (this.#alone === null) this.#inside++;
    return this.#alone;
  }

  leave(): void {
    if (--this.#inside === 0) this.#emptied();
  }

  /** Runs `work` with nobody else inside; those who come meanwhile wait. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone !== null) await this.#alone;
    let done = (): void => undefined;
    this.#alone = new Promise((resolve) => (done = resolve));
    try {
      if (this.#inside > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
      return await work();
    } finally {
      this.#alone = null;
      done();
    }
  }
}
