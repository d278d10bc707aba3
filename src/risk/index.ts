export { DrawdownStop, type DrawdownSample, type DrawdownState } from "./drawdown-stop.js";
export { assess, createRisk, type Risk } from "./risk.js";
export type { DrawdownSettings, RiskSettings } from "./settings.js";
