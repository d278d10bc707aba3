import type { Disabled } from "./tick/disabled.js";

/** Exit codes of the command line: 0 done, 1 failed, 2 usage, config, not begun or held, 3 the service cannot be used, 4 a person is needed. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** Why an engine ended. */
export type EndCode =
  | "COMPETITION_OVER"
  | "STOPPED"
  | "ONCE"
  | "FAILED"
  | "NOT_BEGUN"
  | "UNREACHABLE"
  | "END_UNCONFIRMED"
  | "UNAUTHORIZED"
  | "NOT_PARTICIPATING"
  | "CONFIG"
  | "DISQUALIFIED"
  | "DRAWDOWN_STOP"
  | "FOREIGN_TRADES"
  | "STRATEGIES_DISABLED"
  | "JOURNAL_TEAM";

export const EXIT_CODES: Readonly<Record<EndCode, ExitCode>> = {
  COMPETITION_OVER: 0,
  STOPPED: 0,
  ONCE: 0,
  FAILED: 1,
  NOT_BEGUN: 2,
  CONFIG: 2,
  JOURNAL_TEAM: 2,
  UNREACHABLE: 3,
  END_UNCONFIRMED: 3,
  UNAUTHORIZED: 3,
  NOT_PARTICIPATING: 3,
  DISQUALIFIED: 4,
  DRAWDOWN_STOP: 4,
  FOREIGN_TRADES: 4,
  STRATEGIES_DISABLED: 4,
};

/** The end of an engine: why, in one sentence, and what can be done about it. */
export interface End {
  readonly code: EndCode;
  readonly reason: string;
  /** Empty where nothing needs to be done. */
  readonly remedy: string;
  /** With FAILED: the literal code of the error that ended it; INTERNAL where the program is at fault. */
  readonly error?: string;
}

/** Where the team stood, as last read. */
export interface FinalStanding {
  /** 1 is the best; null where the team is not ranked. */
  readonly rank: number | null;
  /** Teams on the leaderboard. */
  readonly teams: number;
  /** USD. */
  readonly value: number;
  /** Best first. */
  readonly table: readonly {
    readonly rank: number | null;
    readonly team: string;
    readonly value: number;
    readonly own: boolean;
  }[];
  /** When it was read, epoch milliseconds. */
  readonly readAt: number;
  /** Whether it was read at the end; false: the last reading failed, and this is the one before it. */
  readonly atEnd: boolean;
}

export interface EngineResult extends End {
  readonly exitCode: ExitCode;
  readonly competition: { readonly id: string; readonly name: string } | null;
  /** Null where no leaderboard could ever be read. */
  readonly standing: FinalStanding | null;
  /** Own balances × own prices at the end, USD; null where no competition was joined. */
  readonly equity: number | null;
  /** Strategies that decided no more at the end, and why. */
  readonly disabled: readonly (Disabled & { readonly strategy: string })[];
  /** Intents that wait for a person; with any of them the exit code is 4. */
  readonly conflicts: readonly string[];
  /** Intents of which it is not known whether they were executed: the next start looks again, and so may a person (`resolve`). */
  readonly unknown: readonly string[];
  /** Epoch milliseconds. */
  readonly endedAt: number;
}
