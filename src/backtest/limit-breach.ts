/** A rate limit of the service that would have been broken: a limit of each endpoint may stand here several times, once for each. */
export interface LimitBreach {
  /** The first moment at which more would have been asked than it allows, and what was asked for in its window then. */
  readonly at: number;
  readonly requests: number;
  readonly scope: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
  /** At how many moments of the run. */
  readonly times: number;
}
