import { WHOLE } from "../../core/number/shares.js";
import type { Cause } from "../outcomes.js";
import type { PlanningContext } from "./planning-context.js";
import type { TargetOrder } from "./target-order.js";

/** What is wrong with the weights as they were given, or null. */
export function badTarget(outlook: PlanningContext, { order }: TargetOrder): Cause | null {
  const { weights, band = 0 } = order.decision;
  const entries = Object.entries(weights);
  const unknown = entries.find(([name]) => outlook.ports.registry.get(name) === undefined);
  if (unknown !== undefined) return { code: "UNKNOWN_TOKEN", reason: `there is no token ${unknown[0]}` };
  const outside = entries.find(([, weight]) => !(weight >= 0 && weight <= 1));
  if (outside !== undefined)
    return { code: "BAD_TARGET", reason: `the weight of ${outside[0]} is ${outside[1]}, not from 0 to 1` };
  const sum = entries.reduce((all, [, weight]) => all + weight, 0);
  if (entries.length === 0) return { code: "BAD_TARGET", reason: "it names no token" };
  if (sum > WHOLE) return { code: "BAD_TARGET", reason: `the weights add up to ${sum}, above 1` };
  if (!(band >= 0)) return { code: "BAD_TARGET", reason: `the band is ${band} points` };
  return null;
}
