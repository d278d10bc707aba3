/** The right to send one request now. Exactly one of the three must be called, once. */
export interface Slot {
  /** An answer came: the request counts for one more window. */
  answered(): void;
  /** No answer came: the request may still arrive until its deadline, and counts a window from then. */
  lost(): void;
  /** It was not sent: the slot is free at once. */
  unused(): void;
}

/** What a request without limits (health) gets. */
export const freeSlot: Slot = { answered() {}, lost() {}, unused() {} };
