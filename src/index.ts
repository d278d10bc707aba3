/**
 * The public entry: what strategies are made of, and the parts that are useful by themselves.
 * A strategy file needs `defineStrategy`, `token` and `z`; everything else is for tools around it.
 */
export { z } from "zod";

export { defineStrategy, isStrategy } from "./strategy/define.js";
export type { Decided, Needs, ReadIo, Schedule, Strategy, StrategyDefinition } from "./strategy/define.js";
export type { BoundStrategy } from "./strategy/bind/bind.js";
export { StrategyConfigError } from "./strategy/errors.js";
export { token } from "./strategy/bind/token-param.js";
export type { TokenParamOptions } from "./strategy/bind/token-param.js";
export type { BookView, CompetitionView, TeamView, View } from "./strategy/view.js";

export type { Bar, Bars } from "./model/bar.js";
export type { Competition, CompetitionState, CompetitionStatus, Leaderboard, Standing } from "./model/competition.js";
export type {
  CancelDecision,
  Decision,
  HoldDecision,
  SwapDecision,
  SwapSize,
  TargetDecision,
} from "./model/decision.js";
export type { EngineEvent, EventListener } from "./model/event.js";
export type { PriceHistory } from "./model/history.js";
export type { IntentState } from "./model/intent.js";
export { JournalError } from "./model/journal-error.js";
export { KNOWN_TOKENS } from "./model/known-tokens.js";
export type { LimitsLeft as LimitsView } from "./model/limits-left.js";
export type { OpenTrade } from "./model/open-trade.js";
export type { Outcome, OutcomeStatus } from "./model/outcome.js";
export type { Balance, Portfolio, PortfolioToken } from "./model/portfolio.js";
export type { Price, PriceReading, TokenInfo } from "./model/price.js";
export type { AssumableRule, RateLimit, RateScope, Rules } from "./model/rules.js";
export { SLIPPAGE_MODELS, baseSlippage, expectedSlippage, type SlippageModel } from "./model/slippage.js";
export { SPECIFIC_CHAINS, type Chain, type SpecificChain, type Token, type TokenName } from "./model/token.js";
export { TokenRegistry, UnknownTokenError } from "./model/token-registry.js";
export type { ExecuteRequest, ExecuteResult, Quote, RejectionCode, SwapRequest, Trade } from "./model/trade.js";
export type { CallOptions, Venue, VenueReads } from "./model/venue.js";

export { ArgumentError, type ArgumentIssue } from "./core/arguments.js";
export { ContenderError } from "./core/errors.js";
export { Decimal } from "./core/number/decimal.js";
export type { JsonObject, JsonValue } from "./core/json.js";
export type { Clock } from "./core/time/clock.js";
export { bootId, machineClock, systemClock } from "./core/time/system-clock.js";
export { silentLog, type Log, type LogFields } from "./core/log.js";
export { Secrets } from "./core/secrets.js";

export { OPERATION_IDS, openApiDocument, operations } from "./contract/index.js";
export type { Answer, Body, Operation, OperationId, Query, WireAnswer } from "./contract/index.js";

export { createGateway, type Gateway } from "./gateway/gateway.js";
export { BaseUrlError, KeySourceError, SpentFileError } from "./gateway/errors.js";
export type { GatewayOptions } from "./gateway/options.js";

export {
  checkCsv,
  checkTape,
  compactTape,
  importCsv,
  memoryTape,
  openTape,
  PriceSeries,
  readCsv,
  syntheticTape,
  TapeError,
  TapeWriter,
  tokensOfFiles,
} from "./tape/index.js";
export type {
  CompactOptions,
  CsvOptions,
  CsvSeries,
  Finding,
  ImportedFile,
  ImportFile,
  ImportOptions,
  ImportResult,
  Market,
  MemoryTapeOptions,
  MemoryTrack,
  RecordedQuote,
  SyntheticTapeOptions,
  SyntheticTrack,
  Tape,
  TapeGap,
  TapeTrack,
  TapeWriterOptions,
  TimeUnit,
  TokenHints,
} from "./tape/index.js";

export * from "./metrics/index.js";

export * from "./backtest/index.js";
