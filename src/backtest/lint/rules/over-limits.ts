import { counted, duration, moment } from "../../../core/format.js";
import { sum } from "../figures.js";
import type { LintRule } from "../finding.js";

/** The service would have been asked for more than its rate limits allow. */
export const overLimits: LintRule = ({ result: { breaches } }) =>
  [...new Set(breaches.map(({ scope }) => scope))].flatMap((scope) => {
    const own = breaches.filter((breach) => breach.scope === scope);
    const [first] = own;
    if (first === undefined) return [];
    const times = sum(own.map((breach) => breach.times));
    return [
      {
        code: "OVER_LIMITS",
        severity: "problem" as const,
        text: `It exceeds the ${scope} rate limit ${counted(times, "time")}, first at ${moment(first.at)} UTC with ${first.requests} requests in ${duration(first.window)} (${first.limit} allowed). Live, these requests would have waited.`,
        remedy: "Decide less often, read less in `read`, trade in fewer pieces, or share reads between strategies.",
      },
    ];
  });
