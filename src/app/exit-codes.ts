import type { ExitCode } from "../engine/result.js";

export type { ExitCode };

/** The shells' code for "interrupted": after a signal that ends the process at once, and for a backtest stopped early. */
export const INTERRUPTED = 130;

/** Codes of errors and of a bot's end whose exit code is not 1 ("failed"). */
export const CODES_BY_EXIT: Readonly<Record<2 | 3 | 4, readonly string[]>> = {
  2: [
    "USAGE",
    "CONFIG",
    "FAULT_PLAN",
    "BASE_URL",
    "DURATION",
    "UNKNOWN_TOKEN",
    "STRATEGY_FILE",
    "STRATEGY_CONFIG",
    "JOURNAL_HELD",
    "JOURNAL_MISSING",
    "JOURNAL_UNREADABLE",
    "JOURNAL_OLDER",
    "JOURNAL_NEWER",
    "JOURNAL_TEAM",
    "KEY_SOURCE",
    "KEY_NOT_ROTATABLE",
    "MARKET_RANGE",
    "METRIC_SETTINGS",
    "NO_BOT",
    "NO_COMPETITION",
    "TAPE_FILE",
    "TAPE_HEADER",
    "TAPE_EMPTY",
    "TAPE_ROW",
    "TAPE_ORDER",
    "TAPE_MANIFEST",
    "TAPE_TOKEN",
    "TAPE_HELD",
    "TAPE_CONFLICT",
    "VENUE_SETTINGS",
    "VENUE_TEAM",
    "EXISTS",
    "NOT_BEGUN",
    "NOT_TRADING",
    "SWAP_ID",
    "OTHER_BOOK",
    "BOOK_TOO_SMALL",
    "UNKNOWN_RUN",
    "WINDOWS",
    "NO_TAPE",
    "BACKTEST_OPTION",
    "BACKTEST_RANGE",
    "NOT_ON_TAPE",
    "HISTORY_TOO_SHORT",
    "EXTERNAL_READ",
    "NETWORK_READ",
  ],
  3: [
    "BALANCES_DOUBTED",
    "NETWORK",
    "DEADLINE",
    "UNAUTHORIZED",
    "NOT_PARTICIPATING",
    "NO_ENTRY",
    "DIALECT",
    "REDIRECT",
    "ANSWER",
    "SERVICE_FAILED",
    "RATE_LIMITED",
    "UNREACHABLE",
    "END_UNCONFIRMED",
  ],
  4: [
    "DEACTIVATED",
    "DISQUALIFIED",
    "DRAWDOWN_STOP",
    "FOREIGN_TRADES",
    "STRATEGIES_DISABLED",
    "SWAP_UNSETTLED",
    "EQUAL_SWAP",
  ],
};

/** The exit code for an error's code; 1 for codes not in the table. */
export function exitCodeOf(code: string): ExitCode {
  for (const exit of [2, 3, 4] as const) if (CODES_BY_EXIT[exit].includes(code)) return exit;
  return 1;
}
