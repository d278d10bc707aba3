import type { TokenName } from "../../model/token.js";
import type { ReportResult, ReportRival } from "../input.js";

/** What holding would have come to. */
export interface Holding {
  /** What would have been held, for people. */
  readonly what: string;
  /** USD at the end. */
  readonly finalValue: number;
}

/**
 * Holding what the run began with. Where that was nothing but cash, holding the tokens that it
 * traded, evenly; null if there is no such token.
 */
export function holdingOf({ rivals }: ReportResult): Holding | null {
  const start = rivals.find(({ kind }) => kind === "start");
  if (start !== undefined) return { what: "the start balances", finalValue: start.finalValue };
  const tokens = rivals.filter(({ kind, finalValue }) => kind === "token" && Number.isFinite(finalValue));
  const [only] = tokens;
  if (only === undefined) return null;
  const finalValue = tokens.reduce((sum, rival) => sum + rival.finalValue, 0) / tokens.length;
  return { what: tokens.length === 1 ? heldBy(only) : "its tokens in equal parts", finalValue };
}

/** The token that a rival of the kind `token` holds: its name is `hold WETH.eth`. */
export const heldBy = ({ name }: Pick<ReportRival, "name">): TokenName => name.replace(/^hold /, "");
