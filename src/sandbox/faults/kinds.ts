import { debitedRefusal } from "./kinds/debited-refusal.js";
import { errorAfter, errorBefore } from "./kinds/errors.js";
import { garbled } from "./kinds/garbled.js";
import { lateAnswer, lateRequest } from "./kinds/late.js";
import { lostAnswer } from "./kinds/lost-answer.js";
import { lostRequest } from "./kinds/lost-request.js";
import { rateLimited } from "./kinds/rate-limited.js";
import { reset } from "./kinds/reset.js";
import { slowAnswer } from "./kinds/slow-answer.js";
import { stale } from "./kinds/stale.js";
import { tightLimits } from "./kinds/tight-limits.js";
import { emptyTrades, laggingTrades } from "./kinds/trade-lists.js";

/** Every kind of fault, in the order of the documents. */
export const FAULT_KINDS = [
  lostRequest,
  lostAnswer,
  reset,
  errorBefore,
  errorAfter,
  debitedRefusal,
  lateRequest,
  lateAnswer,
  slowAnswer,
  garbled,
  stale,
  emptyTrades,
  laggingTrades,
  rateLimited,
  tightLimits,
] as const;
