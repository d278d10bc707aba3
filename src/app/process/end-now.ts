import { INTERRUPTED } from "../exit-codes.js";

let asked = false;

/** Ends the process at once, as a person asked for by signals. */
export function endNow(): never {
  asked = true;
  process.exit(INTERRUPTED);
}

/** Whether `endNow` does: nothing else that ends the process with the same code was asked for. */
export const endsAsAsked = (): boolean => asked;
