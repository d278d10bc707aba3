/** What has to be closed at the end, the last opened first. */
export class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** What stays open until everything else is closed, whenever that was opened. */
  addLast(close: () => unknown): void {
    this.#closers.unshift(close);
  }

  /** Closes everything, whatever goes wrong meanwhile; then throws the first error. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
