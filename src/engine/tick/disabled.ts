/** Why a strategy decides no more. */
export interface Disabled {
  /** The instant of the run in which it failed, epoch milliseconds: its last tick in the journal. */
  readonly at: number;
  readonly why: string;
  /** What can be done about it; empty where its error does not say. */
  readonly remedy: string;
}
