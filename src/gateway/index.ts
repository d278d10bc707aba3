export { parseBaseUrl } from "./base-url.js";
export * from "./errors.js";
export { createGateway, type Gateway } from "./gateway.js";
export { effectiveLimits, type EffectiveLimits } from "./limits/settings.js";
export { plannedUse, type PlannedUse } from "./planned-use.js";
export { httpTransport } from "./http.js";
export type { Transport } from "./transport.js";
