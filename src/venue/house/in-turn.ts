import { andThen, type MaybePromise } from "../../core/maybe.js";

/** Does the work for one item after the other; synchronous where all of it is. */
export function inTurn<T>(items: readonly T[], work: (item: T) => MaybePromise<unknown>): MaybePromise<void> {
  let done: MaybePromise<unknown> = undefined;
  for (const item of items) done = andThen(done, () => work(item));
  return andThen(done, () => undefined);
}
