export { createExecutor } from "./executor.js";
export { reportAdjustments } from "./report-adjustments.js";
export { ResolveError } from "./errors.js";
export type { Executor, HandVerdict, UnknownTrade } from "./executor-api.js";
export type { ExecutorPorts } from "./ports.js";
export { DEFAULT_EXECUTION, type ExecutionSettings } from "./settings.js";
export { DOUBT_MS, LOOK_AGAIN_MS } from "./reconciliation/doubted-balances.js";
