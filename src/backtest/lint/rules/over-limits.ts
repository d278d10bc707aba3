import { counted, duration, moment } from "../../format.js";
import { tally } from "../figures.js";
import type { LintRule } from "../finding.js";

/** The service would have been asked for more than its rate limits allow. */
export const overLimits: LintRule = ({ result: { breaches } }) =>
  tally(breaches, ({ scope }) => scope).flatMap(([scope, times]) => {
    const first = breaches.find((breach) => breach.scope === scope);
    if (first === undefined) return [];
    return [
      {
        code: "OVER_LIMITS",
        severity: "problem" as const,
        text: `It would have broken the limit of ${scope} ${counted(times, "time")}, first at ${moment(first.at)} UTC with ${first.requests} requests in ${duration(first.window)}, where ${first.limit} are allowed. Live, these would have waited.`,
        remedy: "Decide less often, read less in `read`, trade in fewer pieces, or share reads between strategies.",
      },
    ];
  });
