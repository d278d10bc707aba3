/** When something is decided. An object, since numbers that are handed on by themselves are made anew at each call. */
export interface Moment {
  /** When it was due, epoch milliseconds. */
  readonly instant: number;
  /** When all that is decided on was known. */
  readonly now: number;
}
