/** How this start differs from the config. */
export interface StartOptions {
  /** Trade on a simulated venue at the service's prices; nothing is sent. */
  readonly dryRun: boolean;
  /** One tick of every strategy, its trades to their end, then stop. */
  readonly once: boolean;
}
