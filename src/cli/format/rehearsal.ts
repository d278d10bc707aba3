/** Marks a run, or a row of a run, that does not count for the team. */
export const REHEARSAL = "rehearsal";

/** Explains the mark below a table. */
export const REHEARSED = "made in the embedded sandbox, a dry run or a backtest; it does not count for the team";

/** Explains the mark of a single run. */
export const A_REHEARSAL = "a rehearsal (embedded sandbox, dry run or backtest); it does not count for the team";
