import { onTestFinished } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { silentLog } from "../../src/core/log.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { openJournal, type JournalOptions, type SqliteJournal } from "../../src/journal/index.js";
import type { Decision } from "../../src/model/decision.js";
import type { Intent } from "../../src/model/intent.js";
import type {
  BookEntry,
  RunBacktest,
  RunRecord,
  RunSchedule,
  StrategyTick,
  TickRecord,
} from "../../src/model/journal.js";
import type { Outcome } from "../../src/model/outcome.js";
import type { Quote, Trade } from "../../src/model/trade.js";

/** 2025-04-01T12:00:00Z. */
export const NOON = 1_743_508_800_000;
export const COMPETITION = "11111111-2222-3333-4444-555555555555";

export { emptyFolder as folder } from "../support/empty-folder.js";

/** An open journal, closed after the test. */
export function open(dir: string, options: Partial<JournalOptions> = {}): SqliteJournal {
  const journal = openJournal({ dir, clock: new SimulatedClock(NOON), log: silentLog, ...options });
  onTestFinished(() => journal.close());
  return journal;
}

export const EACH_MINUTE: RunSchedule = { patterns: { main: "* * * * *" }, timezone: "UTC" };

export const BACKTEST: RunBacktest = {
  ...{ tape: { label: "a test", fingerprint: "0123456789abcdef" }, from: NOON, to: NOON + 3_600_000 },
  ...{ latency: 1_000, bars: "sampled", houseTeams: false, inputs: null },
};

export const run = (overrides: Partial<RunRecord> = {}): RunRecord => ({
  id: "run-1",
  startedAt: NOON,
  version: "0.1.0",
  seed: "seed",
  config: { data: "./.contender" },
  strategies: [
    { name: "sma", version: "abc", file: "sma-cross.ts", params: { fast: 10 }, allocation: 0.5, schedule: EACH_MINUTE },
  ],
  ...overrides,
});

export const hold = (reason = "nothing to do"): Decision => ({ kind: "hold", reason });
export const swap = (reason = "the fast mean crossed"): Decision => ({
  ...{ kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason },
  evidence: { fast: 101, slow: 99.5 },
});

export const strategyTick = (overrides: Partial<StrategyTick> = {}): StrategyTick => ({
  ...{ strategy: "sma", due: ["main"], status: "decided", view: { now: NOON, outcomes: [] }, decisions: [] },
  ...{ error: null, verdicts: [], intents: [], outcomes: [] },
  ...overrides,
});

export const tick = (at: number, ...strategies: StrategyTick[]): TickRecord => ({ at, bars: [], strategies });

export const intent = (id: string, overrides: Partial<Intent> = {}): Intent => ({
  ...{ id, marker: `[test-${id}]`, parent: null, competitionId: COMPETITION, strategy: "sma", decision: 1 },
  ...{ from: "USDC.eth", to: "WETH.eth", amount: new Decimal("100.5"), reason: `[test-${id}] the fast mean crossed` },
  ...{ limit: null, validUntil: null, urgent: false, preparedAt: NOON },
  ...overrides,
});

export const quote: Quote = {
  ...{ from: "USDC.eth", to: "WETH.eth", fromAmount: new Decimal("100.5"), toAmount: new Decimal("0.05") },
  ...{ exchangeRate: 0.0004975, slippage: 0.05, fromPrice: 1, toPrice: 2000, at: NOON + 1 },
};

export const trade = (id: string, overrides: Partial<Trade> = {}): Trade => ({
  ...{ id, teamId: "team", competitionId: COMPETITION, from: "USDC.eth", to: "WETH.eth" },
  ...{ fromAmount: new Decimal("100.5"), toAmount: new Decimal("0.05"), price: 0.0004975, success: true },
  ...{ error: null, reason: "[test-aaaaaa] the fast mean crossed", at: NOON + 2 },
  ...overrides,
});

export const outcome = (overrides: Partial<Outcome> = {}): Outcome => ({
  ...{ decision: 1, id: null, intent: null, status: "refused", from: "USDC.eth", to: "WETH.eth" },
  ...{ fromAmount: "0", toAmount: "0", costUsd: null, code: "MAX_TRADE", reason: "too large", at: NOON },
  ...overrides,
});

export const entry = (change: string, overrides: Partial<BookEntry> = {}): BookEntry => ({
  ...{ competitionId: COMPETITION, book: "sma", token: "USDC.eth", change: new Decimal(change) },
  ...{ costUsd: null, cause: "start", reason: "the competition began" },
  ...overrides,
});
