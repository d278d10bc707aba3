import type { Log } from "../../core/log.js";
import { scrubKeys } from "../../core/scrub-keys.js";
import { nextTurn } from "../../core/time/system-clock.js";
import { detailsOf, thrownText } from "../../strategy/thrown.js";

const REMEDY = "Await the promise, or catch its error.";

/** Listens for unhandled rejections, for which Node would end the process. */
function listen(take: (reason: unknown) => void): () => void {
  process.on("unhandledRejection", take);
  return () => void process.off("unhandledRejection", take);
}

/**
 * Tells of promises that were rejected while nobody waited for them: leftovers of a strategy, most likely, and
 * no reason to leave a competition. Returns what takes the handler away.
 *
 * @param files of the strategies: where the place of an error is looked for
 */
export function tellStrays(files: readonly string[], log: Log): () => void {
  return listen((reason) => {
    log.error(`Unhandled promise rejection: ${thrownText(reason, ...files)}`, {
      remedy: `The bot continues. ${REMEDY}`,
    });
    const { stack } = detailsOf(reason);
    if (stack !== "") log.debug("Stack of the rejection", { stack });
  });
}

/** Counts such promises of a command that has a result, and keeps what the first one said. */
export class Strays {
  readonly #files: readonly string[];
  #count = 0;
  #first = "";
  /** Takes the handler away. */
  readonly release = listen((reason) => {
    if (++this.#count === 1) this.#first = scrubKeys(thrownText(reason, ...this.#files));
  });

  /** @param files of the strategies: where the place of an error is looked for; may grow */
  constructor(files: readonly string[]) {
    this.#files = files;
  }

  /** What a reader must know of them, once, up to now: a sentence, or none. */
  async remarks(): Promise<string[]> {
    // Node tells of a rejection once the promises that are ready have had their turn.
    await nextTurn();
    if (this.#count === 0) return [];
    const many = `${this.#count} unhandled promise rejections, the first one`;
    const what = this.#count === 1 ? "Unhandled promise rejection" : many;
    return [`${what}: ${this.#first}. The run continued. ${REMEDY}`];
  }
}
