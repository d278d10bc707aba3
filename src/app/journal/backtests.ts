/** The folder below `data` with a journal folder for each backtest. */
export const BACKTESTS = "backtests";

/** What the folder of a backtest that is still being written begins with. */
export const UNFINISHED = ".";
