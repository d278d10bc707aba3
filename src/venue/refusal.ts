import { ContenderError } from "../core/errors.js";
import { percentOf, REFUSAL_TEXTS } from "../model/refusal-texts.js";
import type { RejectionCode } from "../model/trade.js";

/**
 * The refusals that a trade may meet here, and those of reads that concern a competition. An exchange in this process knows
 * neither keys nor rate limits, closes nothing to teams when a competition ends, and gets whatever is sent.
 */
type RefusalCode =
  Exclude<RejectionCode, "UNAUTHORIZED" | "RATE_LIMITED" | "COMPETITION_ENDED" | "NOT_SENT"> | "UNKNOWN_COMPETITION";

/** What a refusal's text speaks of, by code. */
interface RefusalArgs {
  /** DEACTIVATED: why the team was deactivated. */
  readonly reason?: string;
  /** MISSING_FIELD, MALFORMED: the fields concerned, as the request names them. */
  readonly fields?: readonly string[];
  /** TOO_SMALL: the smallest amount, plain decimal text. */
  readonly minimum?: string;
  /** OVER_CAP: the largest trade as a share of the portfolio's value, 0.25 for 25 %. */
  readonly share?: number;
}

const { missingFields, missingReason, overCap } = REFUSAL_TEXTS;

const TEXTS: Readonly<Record<RefusalCode, (args: RefusalArgs) => string>> = {
  DEACTIVATED: ({ reason = "" }) => REFUSAL_TEXTS.deactivated(reason),
  NO_COMPETITION: () => REFUSAL_TEXTS.noCompetition,
  NOT_PARTICIPATING: () => REFUSAL_TEXTS.notParticipating("the active"),
  UNKNOWN_COMPETITION: () => REFUSAL_TEXTS.competitionNotFound,
  MISSING_FIELD: ({ fields = [] }) => (fields.includes("reason") ? missingReason : missingFields),
  MALFORMED: ({ fields = [] }) => REFUSAL_TEXTS.malformed(`${fields.join(", ")} cannot be read`),
  BAD_AMOUNT: () => REFUSAL_TEXTS.badAmount,
  TOO_SMALL: ({ minimum = "" }) => REFUSAL_TEXTS.tooSmall(minimum),
  SAME_TOKEN: () => REFUSAL_TEXTS.sameToken,
  NO_PRICE: () => REFUSAL_TEXTS.noPrice,
  CROSS_CHAIN: () => REFUSAL_TEXTS.crossChain,
  INSUFFICIENT_BALANCE: () => REFUSAL_TEXTS.insufficientBalance,
  OVER_CAP: ({ share = 0 }) => overCap(percentOf(share)),
  SLIPPAGE: () => REFUSAL_TEXTS.slippage,
};

/** The exchange says no, and nothing has changed. Its text is the service's for a trade: who trades in process reads the same as over HTTP. */
export class Refusal extends ContenderError {
  readonly code: RefusalCode;
  readonly args: RefusalArgs;

  constructor(code: RefusalCode, args: RefusalArgs = {}) {
    super(TEXTS[code](args));
    this.code = code;
    this.args = args;
  }
}
