/** What a bot is doing. */
export const MODES = ["connecting", "waiting", "trading", "stopping", "ended"] as const;
export type Mode = (typeof MODES)[number];

/** What a bot does from a moment on, and whether it holds trades back. */
export interface ModeChange {
  readonly at: number;
  readonly mode: Mode;
  /** Why trades wait; null: nothing holds them back. */
  readonly held: string | null;
}
