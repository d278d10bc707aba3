/** The folder below `data` with a journal folder for each backtest. */
export const BACKTESTS = "backtests";
