/** What one round of a part came to. */
export interface Tally {
  /** How much of each kind was done, such as `trades` or `kills`: summed over the rounds. */
  readonly counts: Readonly<Record<string, number>>;
  /** The faults that were met, by kind. */
  readonly faults?: Readonly<Record<string, number>>;
  /** What broke a promise, a sentence each; the round's seed shows it again. */
  readonly failures: readonly string[];
}

/** One part of the torture: a promise of Contender's, and the attack on it. It needs no test runner. */
export interface Part {
  /** One word, as in `--part` and in seeds. */
  readonly name: string;
  /** What is promised, a sentence each, as `docs/reliability.md` prints it. */
  readonly promises: readonly string[];
  /** How it is attacked and who judges, a short paragraph for the same page. */
  readonly how: string;
  /** What a whole run comes to: counts by name, as the tallies name them. */
  readonly target: Readonly<Record<string, number>>;
  /** How long a round takes, where that is more than seconds: a run that has not the time leaves the part out. */
  readonly minutes?: number;
  /**
   * One round, some seconds long at most (a soak: minutes), all of its chance drawn from the seed. It leaves nothing
   * behind: no file, process, timer or socket. A broken promise is a failure of the tally, never an exception.
   */
  round(seed: string): Promise<Tally>;
}
