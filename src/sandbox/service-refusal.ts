import { SERVICE_ERRORS, type OperationId, type ServiceErrorCode } from "../contract/index.js";
import type { Refusal } from "../venue/index.js";

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

/** The service's answer to what the exchange refused: in its own words, but where an operation has others. */
export function answerRefusal(refusal: Refusal, operation: OperationId): ServiceRefusal {
  if (operation === "getLeaderboard" && refusal.code === "NO_COMPETITION") return refuse("NO_COMPETITION_NAMED");
  if (operation === "getLeaderboard" && refusal.code === "NOT_PARTICIPATING")
    return new ServiceRefusal("NOT_PARTICIPATING", SERVICE_ERRORS.NOT_PARTICIPATING.text({ which: "this" }));
  return new ServiceRefusal(codeOf(refusal, operation), refusal.message);
}

/** What the service's errors call it. */
function codeOf({ code, args }: Refusal, operation: OperationId): ServiceErrorCode {
  switch (code) {
    case "NO_COMPETITION":
      return operation === "getRules" ? "NO_RULES" : code;
    case "UNKNOWN_COMPETITION":
      return "COMPETITION_NOT_FOUND";
    case "MISSING_FIELD":
      return args.fields?.includes("reason") === true ? "MISSING_REASON" : "MISSING_TRADE_FIELDS";
    default:
      return code;
  }
}
