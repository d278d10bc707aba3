import { operations, OPERATION_IDS, type OperationId } from "../contract/index.js";
import type { RateScope } from "../model/rules.js";
import { tradesNeed, type EffectiveLimits } from "./limits/settings.js";

/** How many requests a minute a bot means to make, by operation. */
export type PlannedRequests = Readonly<Partial<Record<OperationId, number>>>;

/** One limit, and what is planned of it. */
export interface PlannedUse {
  readonly scope: RateScope;
  /** For the scope `each`: of which operation; else null. */
  readonly operation: OperationId | null;
  readonly count: number;
  readonly windowMs: number;
  /** Kept for trades, of `count`. */
  readonly reserve: number;
  /** Requests planned for a window. */
  readonly planned: number;
  /** planned / (count - reserve): above 1 the plan does not fit, and requests will wait. */
  readonly share: number;
}

/** Planned requests against the limits, the tightest first; limits of which nothing is planned are left out. */
export function plannedUse(planned: PlannedRequests, limits: EffectiveLimits): PlannedUse[] {
  const rows: PlannedUse[] = [];
  const add = (scope: RateScope, operation: OperationId | null, perMinute: number): void => {
    if (perMinute === 0) return;
    for (const { count, windowMs, reserve: kept } of limits.get(scope) ?? []) {
      const reserve = operation === null || tradesNeed(operations[operation].scopes) ? kept : 0;
      const inWindow = (perMinute * windowMs) / 60_000;
      const share = inWindow / Math.max(1, count - reserve);
      rows.push({ scope, operation, count, windowMs, reserve, planned: inWindow, share });
    }
  };
  const counted = OPERATION_IDS.filter((id) => operations[id].auth);
  const sum = (ids: readonly OperationId[]): number => ids.reduce((total, id) => total + (planned[id] ?? 0), 0);
  for (const scope of ["trade", "price", "account"] as const)
    add(scope, null, sum(counted.filter((id) => operations[id].scopes.some((own) => own === scope))));
  add("all", null, sum(counted));
  for (const id of counted) add("each", id, planned[id] ?? 0);
  return rows.sort((a, b) => b.share - a.share);
}
