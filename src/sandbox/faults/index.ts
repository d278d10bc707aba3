export { ConnectionLostError, FaultPlanError, type FaultPlanProblem } from "./errors.js";
export type { FaultControl, MadeTrade } from "./faults.js";
export { checkFaultPlan, type FaultEntry, type FaultKindName, type FaultPlan } from "./plan.js";
