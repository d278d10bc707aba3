import { SERVICE_ERRORS, type OperationId, type ServiceErrorCode } from "../contract/index.js";
import { percentOf } from "../model/refusal-texts.js";
import type { Refusal, RefusalCode } from "../venue/index.js";

/** A request that the service refuses: the status and the text of its answer. */
export class ServiceRefusal extends Error {
  readonly status: number;

  constructor(
    readonly code: ServiceErrorCode,
    /** The body's `error`. */
    text: string,
    /** Of the answer, besides those that every answer has. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(text);
    this.status = SERVICE_ERRORS[code].status;
  }
}

/** The codes whose text has no variable parts. */
type FixedCode = {
  [Code in ServiceErrorCode]: Parameters<(typeof SERVICE_ERRORS)[Code]["text"]> extends [] ? Code : never;
}[ServiceErrorCode];

export function refuse(code: FixedCode): ServiceRefusal {
  return new ServiceRefusal(code, SERVICE_ERRORS[code].text());
}

export function malformed(why: string): ServiceRefusal {
  return new ServiceRefusal("MALFORMED", SERVICE_ERRORS.MALFORMED.text({ why }));
}

/** How each refusal of the exchange is answered by an operation. */
const ANSWERS: Readonly<Record<RefusalCode, (refusal: Refusal, operation: OperationId) => ServiceRefusal>> = {
  DEACTIVATED: ({ args: { reason = "" } }) =>
    new ServiceRefusal("DEACTIVATED", SERVICE_ERRORS.DEACTIVATED.text({ reason })),
  NO_COMPETITION: (_refusal, operation) =>
    refuse(
      operation === "getRules"
        ? "NO_RULES"
        : operation === "getLeaderboard"
          ? "NO_COMPETITION_NAMED"
          : "NO_COMPETITION",
    ),
  NOT_PARTICIPATING: (_refusal, operation) => {
    const which = operation === "getLeaderboard" ? "this" : "the active";
    return new ServiceRefusal("NOT_PARTICIPATING", SERVICE_ERRORS.NOT_PARTICIPATING.text({ which }));
  },
  UNKNOWN_COMPETITION: () => refuse("COMPETITION_NOT_FOUND"),
  MISSING_FIELD: ({ args: { fields = [] } }) =>
    refuse(fields.includes("reason") ? "MISSING_REASON" : "MISSING_TRADE_FIELDS"),
  MALFORMED: ({ args: { fields = [] } }) => malformed(`${fields.join(", ")} cannot be read`),
  BAD_AMOUNT: () => refuse("BAD_AMOUNT"),
  TOO_SMALL: ({ args: { minimum = "" } }) =>
    new ServiceRefusal("TOO_SMALL", SERVICE_ERRORS.TOO_SMALL.text({ minimum })),
  SAME_TOKEN: () => refuse("SAME_TOKEN"),
  NO_PRICE: () => refuse("NO_PRICE"),
  CROSS_CHAIN: () => refuse("CROSS_CHAIN"),
  INSUFFICIENT_BALANCE: () => refuse("INSUFFICIENT_BALANCE"),
  OVER_CAP: ({ args: { share = 1 } }) =>
    new ServiceRefusal("OVER_CAP", SERVICE_ERRORS.OVER_CAP.text({ percent: percentOf(share) })),
  SLIPPAGE: () => refuse("SLIPPAGE"),
};

/** The service's answer to what the exchange refused. */
export function answerRefusal(refusal: Refusal, operation: OperationId): ServiceRefusal {
  return ANSWERS[refusal.code](refusal, operation);
}
