import type { TokenName } from "../../model/token.js";
import type { ReportResult, ReportRival } from "../input.js";

/** The result of holding instead of trading. */
export interface Holding {
  /** What would have been held, for display. */
  readonly what: string;
  /** USD at the end. */
  readonly finalValue: number;
}

/** Holding the start balances or, if they were only cash, the traded tokens in equal parts; null if there are none. */
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
