/** A rate limit of the service that was exceeded. A limit per endpoint may occur several times, once for each endpoint. */
export interface LimitBreach {
  /** The first time at which it was exceeded, and the requests in its window then. */
  readonly at: number;
  readonly requests: number;
  readonly scope: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
  /** How many times it was exceeded. */
  readonly times: number;
}
