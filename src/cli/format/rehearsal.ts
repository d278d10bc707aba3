/** Before a run, or a row of one, that is nothing of the team's. */
export const REHEARSAL = "rehearsal";

/** What that means, of rows and runs among others. */
export const REHEARSED = "made on the embedded sandbox, in a dry run or in a backtest; nothing of that is the team's";

/** The same of a single run. */
export const A_REHEARSAL = "a rehearsal (embedded sandbox, dry run or backtest): nothing of it is the team's";
