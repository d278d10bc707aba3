import { errorCode } from "../../core/errors.js";
import type { RejectionCode } from "../../model/trade.js";

/**
 * What a refusal says of our part in the competition: `over` (it ended), `none-active`, `disqualified`,
 * `unauthorized` (the key is wrong or was reset), `not-participating`; null where it says nothing
 * (a time-out, a full limit, a server's error): such failures never stop the bot.
 */
export type News = "over" | "none-active" | "disqualified" | "unauthorized" | "not-participating";

const NEWS: ReadonlyMap<string, News> = new Map<RejectionCode | "NO_ACTIVE_COMPETITION", News>([
  ["COMPETITION_ENDED", "over"],
  ["NO_COMPETITION", "none-active"],
  ["NO_ACTIVE_COMPETITION", "none-active"],
  ["DEACTIVATED", "disqualified"],
  ["UNAUTHORIZED", "unauthorized"],
  ["NOT_PARTICIPATING", "not-participating"],
]);

/** By the literal code of an error, or of a rejected trade: errors come through ports, their classes do not. */
export function newsOf(code: string | null): News | null {
  return NEWS.get(code ?? "") ?? null;
}

export function newsOfError(error: unknown): News | null {
  return newsOf(errorCode(error));
}
