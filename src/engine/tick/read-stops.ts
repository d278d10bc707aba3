/** Ends the `read` hooks that are under way when the bot stops. */
export class ReadStops {
  #underWay: readonly ((reason: unknown) => void)[] = [];
  #stopped: boolean;

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
    this.#underWay = [...this.#underWay, end];
  }

  delete(end: (reason: unknown) => void): void {
    this.#underWay = this.#underWay.filter((one) => one !== end);
  }

  #end(reason: unknown): void {
    this.#stopped = true;
    for (const end of this.#underWay) end(reason);
  }
}
