import { away } from "./kinds/away.js";
import { balances } from "./kinds/balances.js";
import { changedReason } from "./kinds/changed-reason.js";
import { clock } from "./kinds/clock.js";
import { debitedRefusal } from "./kinds/debited-refusal.js";
import { dialect } from "./kinds/dialect.js";
import { errorAfter, errorBefore } from "./kinds/errors.js";
import { garbled } from "./kinds/garbled.js";
import { lateAnswer, lateRequest } from "./kinds/late.js";
import { lostAnswer, lostRequest } from "./kinds/lost.js";
import { competitionEnd, competitionRestart, deactivation, keyReset, serviceRestart } from "./kinds/organiser.js";
import { prices } from "./kinds/prices.js";
import { rateLimited } from "./kinds/rate-limited.js";
import { reset } from "./kinds/reset.js";
import { shutOut } from "./kinds/shut-out.js";
import { slowAnswer } from "./kinds/slow-answer.js";
import { stale } from "./kinds/stale.js";
import { tightLimits } from "./kinds/tight-limits.js";
import { emptyTrades, laggingTrades } from "./kinds/trade-lists.js";
import { wrongStatus } from "./kinds/wrong-status.js";
import { wrongTypes } from "./kinds/wrong-types.js";

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
  wrongTypes,
  dialect,
  prices,
  clock,
  changedReason,
  stale,
  balances,
  emptyTrades,
  laggingTrades,
  rateLimited,
  tightLimits,
  keyReset,
  deactivation,
  competitionEnd,
  competitionRestart,
  shutOut,
  wrongStatus,
  serviceRestart,
  away,
] as const;
