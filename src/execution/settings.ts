/** How trades are made; config's `execution`. */
export interface ExecutionSettings {
  /** Longest wait for the answer to a trade, milliseconds of the wall clock. */
  readonly deadlineMs: number;
  /**
   * Milliseconds of the wall clock over which an unknown trade must stay absent before it counts as not
   * executed. Longer than the deadline and the longest delay that the service is known to have.
   */
  readonly settleMs: number;
  /** Milliseconds of the executor's clock that pass in one of the wall clock, above 0. */
  readonly clockSpeed: number;
  /** Longest reason that is sent, in code points, marker included; at least 13, the marker's own length. */
  readonly maxReasonLength: number;
  /**
   * Smallest step of a target, USD, above 0: below it a share counts as reached. Config has one key for this and for
   * `RiskSettings.minTradeUsd`: a smaller step would be planned only to be refused.
   */
  readonly minTradeUsd: number;
  /** Most trades that one target may need before it is given up. */
  readonly maxTargetSteps: number;
}

export const DEFAULT_EXECUTION: ExecutionSettings = {
  deadlineMs: 10_000,
  settleMs: 60_000,
  clockSpeed: 1,
  maxReasonLength: 500,
  minTradeUsd: 1,
  maxTargetSteps: 100,
};
