/** What must end when the bot stops: one listener for all, for a signal's own list costs more than most `read` hooks. */
export class ReadStops {
  #under: ((reason: unknown) => void)[] = [];
  #stopped = false;

  /** @param stop aborts when the bot stops */
  constructor(stop: AbortSignal) {
    this.#stopped = stop.aborted;
    stop.addEventListener("abort", () => this.#end(stop.reason), { once: true });
  }

  /** Whether the bot has stopped. */
  get stopped(): boolean {
    return this.#stopped;
  }

  add(end: (reason: unknown) => void): void {
    this.#under.push(end);
  }

  delete(end: (reason: unknown) => void): void {
    const under = this.#under;
    if (under[under.length - 1] === end) under.pop();
    else this.#under = this.#under.filter((one) => one !== end);
  }

  #end(reason: unknown): void {
    this.#stopped = true;
    for (const end of [...this.#under]) end(reason);
  }
}
