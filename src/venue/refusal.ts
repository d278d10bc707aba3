import { ContenderError } from "../core/errors.js";
import type { RejectionCode } from "../model/trade.js";

/** The refusals that a trade may meet here, and those of reads that concern a competition. */
export type RefusalCode =
  | Extract<
      RejectionCode,
      | "DEACTIVATED"
      | "NO_COMPETITION"
      | "NOT_PARTICIPATING"
      | "MISSING_FIELD"
      | "BAD_AMOUNT"
      | "TOO_SMALL"
      | "SAME_TOKEN"
      | "NO_PRICE"
      | "CROSS_CHAIN"
      | "INSUFFICIENT_BALANCE"
      | "OVER_CAP"
      | "SLIPPAGE"
      | "MALFORMED"
    >
  | "UNKNOWN_COMPETITION";

/** What a refusal's text speaks of, by code. */
export interface RefusalArgs {
  /** DEACTIVATED: why the team was deactivated. */
  readonly reason?: string;
  /** MISSING_FIELD, MALFORMED: the fields concerned, as the request names them. */
  readonly fields?: readonly string[];
  /** TOO_SMALL: the smallest amount, plain decimal text. */
  readonly minimum?: string;
  /** OVER_CAP: the largest trade as a share of the portfolio's value, 0.25 for 25 %. */
  readonly share?: number;
}

const TEXTS: Readonly<Record<RefusalCode, (args: RefusalArgs) => string>> = {
  DEACTIVATED: ({ reason = "" }) => `The team is deactivated: ${reason}`,
  NO_COMPETITION: () => "No competition is active",
  NOT_PARTICIPATING: () => "The team does not take part in the competition",
  UNKNOWN_COMPETITION: () => "There is no such competition",
  MISSING_FIELD: ({ fields = [] }) => `Missing: ${fields.join(", ")}`,
  MALFORMED: ({ fields = [] }) => `Cannot be read: ${fields.join(", ")}`,
  BAD_AMOUNT: () => "The amount is not a number above 0",
  TOO_SMALL: ({ minimum = "" }) => `The amount is below the smallest trade (${minimum})`,
  SAME_TOKEN: () => "Both tokens are the same",
  NO_PRICE: () => "A token has no price",
  CROSS_CHAIN: () => "The tokens live on different chains, and trades across chains are disabled",
  INSUFFICIENT_BALANCE: () => "The balance is smaller than the amount",
  OVER_CAP: ({ share = 0 }) => `The trade is larger than ${share * 100}% of the portfolio's value`,
  SLIPPAGE: () => "The slippage drawn is above the tolerance",
};

/**
 * The exchange says no, and nothing has changed. The texts here are for people who trade in process;
 * who serves the exchange to others has texts of their own for the codes.
 */
export class Refusal extends ContenderError {
  readonly code: RefusalCode;
  readonly args: RefusalArgs;

  constructor(code: RefusalCode, args: RefusalArgs = {}) {
    super(TEXTS[code](args));
    this.code = code;
    this.args = args;
  }
}
