export * from "./errors.js";
export { csvMarket } from "./csv-market.js";
export type { Market } from "./market.js";
export { PriceSeries } from "./price-series.js";
export { BAR_HEADER, readBars } from "./read-bars.js";
export { syntheticMarket, type SyntheticOptions } from "./synthetic-market.js";
export { SYNTHETIC_TOKENS, type SyntheticToken } from "./synthetic-tokens.js";
export { TapeReader } from "./tape-reader.js";
export { TapeWriter } from "./tape-writer.js";
