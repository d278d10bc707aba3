export { DrawdownStop, type DrawdownSource, type DrawdownState } from "./drawdown-stop.js";
export { createRisk, type Risk } from "./risk.js";
export type { RiskSettings } from "./settings.js";
export { largestWithin, worstSlippagePercent } from "./slippage.js";
