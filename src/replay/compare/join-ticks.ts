import type { RecordedTick } from "../../journal/index.js";

/** An instant at which at least one of the runs had a tick. */
export interface JoinedTick {
  readonly at: number;
  readonly first: RecordedTick | null;
  readonly second: RecordedTick | null;
}

/** The ticks of two runs side by side, each given in the order of time; neither is read further than needed. */
export function* joinTicks(first: Iterable<RecordedTick>, second: Iterable<RecordedTick>): Iterable<JoinedTick> {
  const [a, b] = [first[Symbol.iterator](), second[Symbol.iterator]()];
  try {
    let [left, right] = [take(a), take(b)];
    while (left !== null || right !== null) {
      const at = Math.min(left?.at ?? Infinity, right?.at ?? Infinity);
      const joined = { at, first: left?.at === at ? left : null, second: right?.at === at ? right : null };
      yield joined;
      if (joined.first !== null) left = take(a);
      if (joined.second !== null) right = take(b);
    }
  } finally {
    // Statements that are not read to their end would keep the journal busy.
    a.return?.();
    b.return?.();
  }
}

function take(iterator: Iterator<RecordedTick>): RecordedTick | null {
  const next = iterator.next();
  return next.done === true ? null : next.value;
}
