export { CONTROLS, CONTROLS_BY_SUBJECT, riskConfigSchema, riskSettingsSchema, type RiskSettings } from "./controls.js";
export { DrawdownStop, type DrawdownSource, type DrawdownState } from "./drawdown-stop.js";
export { DEFAULT_MIN_TRADE_USD, minimumTradeControl } from "./minimum.js";
export { createRisk, type Risk } from "./risk.js";
