/** Everything that the gateway throws on purpose; the codes are literal and unique. */
export * from "./errors/connection.js";
export * from "./errors/key.js";
export * from "./errors/local.js";
export * from "./errors/refusal.js";
