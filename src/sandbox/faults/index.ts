export { ConnectionLostError, FaultPlanError, pathText, type FaultPlanProblem, type LossCode } from "./errors.js";
export type { FaultControl, MadeTrade } from "./faults.js";
export { checkFaultPlan, type FaultEntry, type FaultKindName, type FaultPlan } from "./plan.js";
