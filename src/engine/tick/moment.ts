/** When something is decided. An object: a double that is handed to a function which V8 does not inline is boxed, 16 bytes of garbage. */
export interface Moment {
  /** When it was due, epoch milliseconds. */
  readonly instant: number;
  /** When all that is decided on was known. */
  readonly now: number;
}
