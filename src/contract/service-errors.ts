import { REFUSAL_TEXTS } from "../model/refusal-texts.js";
import type { RejectionCode } from "../model/trade.js";

/** One way in which the service refuses (service-behaviour, "Errors"). */
export interface ServiceError<Args extends readonly [] | readonly [object] = readonly []> {
  readonly status: number;
  /** The text of the body's `error`. */
  readonly text: (...args: Args) => string;
  /** The text for people to read, with its variable parts in capitals. */
  readonly shown: string;
  /** Matches the text with the small variations that deployments have; anchored at its beginning. */
  readonly recognises: RegExp;
  /** What it means as the answer to an execute, where it is known to come before any trade; else null. */
  readonly rejection: RejectionCode | null;
}

const fixed = (
  status: number,
  shown: string,
  recognises: RegExp,
  rejection: RejectionCode | null = null,
): ServiceError => ({ status, text: () => shown, shown, recognises, rejection });

const filledIn = <A extends object>(
  status: number,
  shown: string,
  text: (args: A) => string,
  recognises: RegExp,
  rejection: RejectionCode | null = null,
): ServiceError<readonly [A]> => ({ status, text, shown, recognises, rejection });

/**
 * Every refusal of the service, by a code of ours (the service sends no codes). Where two of a status
 * could match, the one that stands first is meant.
 */
export const SERVICE_ERRORS = {
  NO_KEY: fixed(
    401,
    "Authentication required. Use Authorization: Bearer YOUR_API_KEY",
    /^authentication required\b/i,
    "UNAUTHORIZED",
  ),
  INVALID_KEY: fixed(401, "Invalid API key. It is unknown, or was reset.", /^invalid api key\b/i, "UNAUTHORIZED"),
  /** The end of the competition, never a disqualification. */
  COMPETITION_ENDED: filledIn(
    403,
    "Your team has been deactivated from the competition: Competition NAME (ID) ended",
    ({ name, id }: { name: string; id: string }) => REFUSAL_TEXTS.deactivated(`Competition ${name} (${id}) ended`),
    /^(?:your team (?:has been|is|was) deactivated\b[^:]*:\s*)?(?:the )?competition\b.*\bended\.?$/is,
    "COMPETITION_ENDED",
  ),
  /** An administrator's decision: a disqualification. */
  DEACTIVATED: filledIn(
    403,
    "Your team has been deactivated from the competition: REASON",
    ({ reason }: { reason: string }) => REFUSAL_TEXTS.deactivated(reason),
    /^your team (?:has been|is|was) deactivated\b/i,
    "DEACTIVATED",
  ),
  NO_COMPETITION: fixed(403, REFUSAL_TEXTS.noCompetition, /^no active competition\b/i, "NO_COMPETITION"),
  NOT_PARTICIPATING: filledIn(
    403,
    "Your team is not participating in WHICH competition",
    ({ which }: { which: "the active" | "this" }) => REFUSAL_TEXTS.notParticipating(which),
    /^your team is not participating in\b/i,
    "NOT_PARTICIPATING",
  ),
  LEADERBOARD_RESTRICTED: fixed(
    403,
    "Leaderboard access is currently restricted to administrators only",
    /^leaderboard access is (?:currently )?restricted\b/i,
  ),
  RATE_LIMITED: filledIn(
    429,
    "Rate limit exceeded. Try again in N seconds.",
    ({ seconds }: { seconds: number }) => `Rate limit exceeded. Try again in ${seconds} seconds.`,
    /^rate limit exceeded\b/i,
    "RATE_LIMITED",
  ),
  MISSING_TRADE_FIELDS: fixed(
    400,
    REFUSAL_TEXTS.missingFields,
    /^missing required parameters?: (?:fromToken|toToken|amount)\b/i,
    "MISSING_FIELD",
  ),
  MISSING_REASON: fixed(400, REFUSAL_TEXTS.missingReason, /^missing required parameters?: reason\b/i, "MISSING_FIELD"),
  BAD_AMOUNT: fixed(400, REFUSAL_TEXTS.badAmount, /^amount must be a (?:valid )?positive number\b/i, "BAD_AMOUNT"),
  TOO_SMALL: filledIn(
    400,
    "Trade amount too small (minimum: 0.000001)",
    ({ minimum }: { minimum: string }) => REFUSAL_TEXTS.tooSmall(minimum),
    /^trade amount too small\b/i,
    "TOO_SMALL",
  ),
  SAME_TOKEN: fixed(400, REFUSAL_TEXTS.sameToken, /^cannot trade between identical tokens\b/i, "SAME_TOKEN"),
  NO_PRICE: fixed(400, REFUSAL_TEXTS.noPrice, /^unable to determine price for tokens?\b/i, "NO_PRICE"),
  CROSS_CHAIN: fixed(400, REFUSAL_TEXTS.crossChain, /^cross-chain trading is disabled\b/i, "CROSS_CHAIN"),
  INSUFFICIENT_BALANCE: fixed(
    400,
    REFUSAL_TEXTS.insufficientBalance,
    /^insufficient balance\b/i,
    "INSUFFICIENT_BALANCE",
  ),
  OVER_CAP: filledIn(
    400,
    "Trade exceeds maximum size (25% of portfolio value)",
    ({ percent }: { percent: string }) => REFUSAL_TEXTS.overCap(percent),
    /^trade exceeds maximum size\b/i,
    "OVER_CAP",
  ),
  SLIPPAGE: fixed(400, REFUSAL_TEXTS.slippage, /^slippage exceeds tolerance\b/i, "SLIPPAGE"),
  TOKEN_REQUIRED: fixed(400, "Token address is required", /^token address is required\b/i),
  NO_COMPETITION_NAMED: fixed(
    400,
    "No active competition and no competitionId provided",
    /^no active competition and no competitionId provided\b/i,
  ),
  COMPETITION_NOT_FOUND: fixed(404, REFUSAL_TEXTS.competitionNotFound, /^competition not found\b/i),
  NO_RULES: fixed(400, REFUSAL_TEXTS.noCompetition, /^no active competition\b/i),
  MALFORMED: filledIn(
    400,
    "Malformed request: WHY",
    ({ why }: { why: string }) => REFUSAL_TEXTS.malformed(why),
    /^malformed request\b/i,
    "MALFORMED",
  ),
  TOO_LARGE: fixed(413, "Request body is larger than 100 kB", /^request body is larger than\b/i, "MALFORMED"),
  NOT_FOUND: filledIn(
    404,
    "There is no METHOD PATH",
    ({ method, path }: { method: string; path: string }) => `There is no ${method} ${path}`,
    /^There is no [A-Z]+ \S/,
  ),
} as const;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

export const SERVICE_ERROR_CODES = Object.keys(SERVICE_ERRORS) as readonly ServiceErrorCode[];

/** What every operation with a key may refuse with before it looks at the request, in the order of the checks. */
export const KEY_ERRORS = [
  "NO_KEY",
  "INVALID_KEY",
  "DEACTIVATED",
  "COMPETITION_ENDED",
] as const satisfies readonly ServiceErrorCode[];

/** The same with the rate limit, where nothing comes between the two. */
export const READ_ERRORS = [...KEY_ERRORS, "RATE_LIMITED"] as const satisfies readonly ServiceErrorCode[];
