import type { JsonObject } from "../../../src/core/json.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import { ColumnJournal, openJournalReader, saveColumns, type JournalReader } from "../../../src/journal/index.js";
import { recordingOf, type Recording } from "../../../src/replay/index.js";
import type { Bar } from "../../../src/model/bar.js";
import type { Decision } from "../../../src/model/decision.js";
import type { Intent } from "../../../src/model/intent.js";
import type {
  IntentStep,
  JournalWriter,
  RunBacktest,
  RunSchedule,
  StrategyTick,
  TickRecord,
  VerdictRecord,
  RunBars,
} from "../../../src/model/journal.js";
import type { Outcome } from "../../../src/model/outcome.js";
import type { Quote, Trade } from "../../../src/model/trade.js";
import type { ViewData } from "../../../src/strategy/view/view-data.js";
import { onTestFinished } from "vitest";
import { EACH_MINUTE, folder, intent, NOON, open, quote, run, strategyTick, trade } from "../../journal/support.js";

export const MINUTE = 60_000;
export const TICKS = 12;
/** The tick at which the run decides to trade; at all others it holds. */
export const TRADES_AT = 5;

export const at = (i: number): number => NOON + i * MINUTE;

/** What may be planted in a run: each member changes one thing of one tick. */
export interface Planted {
  readonly view?: (i: number, view: ViewData) => ViewData;
  readonly bar?: (i: number, bar: Bar) => Bar;
  readonly noBar?: (i: number) => boolean;
  readonly decisions?: (i: number, decisions: readonly Decision[]) => readonly Decision[];
  readonly intents?: (intents: readonly Intent[]) => readonly Intent[];
  readonly verdicts?: (verdicts: readonly VerdictRecord[]) => readonly VerdictRecord[];
  readonly quote?: (quote: Quote) => Quote;
  /** The last step; a trade where it was filled. */
  readonly end?: (step: IntentStep) => IntentStep;
  /** Kept as backtests are: a tick that repeats its hold leaves no row, one that holds no view; or every tick all the same. */
  readonly merged?: boolean | "every view";
  /** This tick is another strategy's, "slow", and written so many ticks later. */
  readonly slow?: { readonly tick: number; readonly by: number };
  /** Decided outside of ticks, after the last; at `at(TICKS)`. */
  readonly asides?: readonly Decision[];
  /** What came of the first of them. */
  readonly aside?: Partial<Intent>;
  /** It was filled, when the trade of the ticks was. */
  readonly asideFilled?: boolean;
  readonly skip?: (i: number) => boolean;
  readonly tick?: (i: number, tick: StrategyTick) => StrategyTick;
  readonly strategy?: {
    readonly bars?: readonly RunBars[];
    readonly version?: string;
    readonly params?: { readonly fast: number };
    readonly allocation?: number;
    readonly schedule?: RunSchedule;
  };
  readonly run?: {
    readonly seed?: string;
    readonly config?: JsonObject;
    readonly backtest?: RunBacktest;
  };
}

const price = (i: number): number => 2_000 + i;
const view = (i: number): ViewData => ({
  ...{ now: at(i) + 5, due: ["main"], seed: `seed/sma/${at(i)}`, slippage: "computed" },
  prices: { "WETH.eth": { usd: price(i), readAt: at(i) + 3, movedAt: at(i) + 3 } },
  book: { "USDC.eth": { amount: i > TRADES_AT ? "899.5" : "1000", averageCost: 1 } },
  team: { id: "team", name: "team", equity: 15_000, tradesLeftToday: null },
  limits: { trade: 100, price: 300, account: 30, all: 3_000 },
  rules: {
    ...{ maxTradeShare: 0.25, minTradeAmount: "0.000001", crossChain: false, minTradesPerDay: 3, slippage: "computed" },
    ...{ rateLimits: [], snapshotIntervalMs: 120_000, chains: null, texts: null, unread: [], source: "service" },
    readAt: NOON,
  },
  competition: {
    ...{ id: "c", name: "cup", state: "active", startAt: NOON, endAt: null, timeLeft: null, rank: 2, teams: 4 },
    ...{ gapAhead: 10, gapBehind: 20, leaderValue: 15_010, leaderboardReadAt: NOON },
  },
  ...{
    open: [],
    outcomes: i === TRADES_AT + 1 ? [FILLED] : [],
    state: { crossed: i > TRADES_AT ? 1 : 0 },
    inputs: { mood: "calm" },
  },
});

const FILLED: Outcome = {
  ...{ decision: 6, id: null, intent: "aaaaaa", status: "filled", from: "USDC.eth", to: "WETH.eth" },
  ...{ fromAmount: "100.5", toAmount: "0.05", costUsd: 0.5, code: "", reason: "", at: at(TRADES_AT) + 20 },
};

const SWAP: Decision = { kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason: "it crossed" };
const APPROVED: VerdictRecord = {
  ...{ decision: 0, intent: null, control: "max-trade", verdict: "approved", code: "", reason: "" },
};

/** Records an hour's beginning: twelve ticks of one strategy, which trades once; what is planted makes it another run. */
export async function recorded(
  planted: Planted = {},
): Promise<{ recording: Recording; reader: JournalReader; dir: string }> {
  const dir = folder();
  const file = planted.merged === undefined ? open(dir) : null;
  const columns = new ColumnJournal({ everyView: planted.merged === "every view" });
  const journal = file ?? columns;
  const write = (): void => writeRun(journal, planted);
  // One transaction: what is not synced to disk here need not survive anything.
  if (file === null) write();
  else await file.together(async () => write());
  if (file === null) await saveColumns(columns, { dir });
  else file.close();
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  return { recording: recordingOf(reader, "run-1", dir), reader, dir };
}

function writeRun(journal: JournalWriter, planted: Planted): void {
  const usual = { version: "abc", params: { fast: 10 }, allocation: 0.5, schedule: EACH_MINUTE };
  const names = planted.slow === undefined ? ["sma"] : ["sma", "slow"];
  const strategies = names.map((name) => ({ name, file: `${name}.ts`, ...usual, ...planted.strategy }));
  journal.begin(run({ ...planted.run, strategies }));
  for (const i of order(planted)) {
    if (planted.skip?.(i) !== true) for (const one of tick(journal, i, planted)) fill(journal, one, planted);
  }
  const asides = (planted.asides ?? []).map((decision) => ({ seq: journal.nextDecision(), strategy: "sma", decision }));
  const made = planted.aside && [intent("bbbbbb", { decision: asides[0]?.seq ?? 0, ...planted.aside })];
  const came = { verdicts: [], intents: made ?? [], outcomes: [] };
  if (asides.length > 0) journal.prepare({ at: at(TICKS), decisions: asides, ...came });
  if (planted.asideFilled === true) for (const one of came.intents) fill(journal, one, planted);
  journal.end(at(TICKS), { exitCode: 0, text: "over" });
}

function order({ slow }: Planted): number[] {
  const all = Array.from({ length: TICKS }, (_, i) => i);
  if (slow !== undefined) all.splice(slow.tick + slow.by, 0, ...all.splice(slow.tick, 1));
  return all;
}

const strategyOf = (i: number, { slow }: Planted): string => (i === slow?.tick ? "slow" : "sma");

/** Writes a tick; gives the intents that were prepared. */
function tick(journal: JournalWriter, i: number, planted: Planted): readonly Intent[] {
  const usual: readonly Decision[] = [i === TRADES_AT ? SWAP : { kind: "hold", reason: "nothing to do" }];
  const decisions = (planted.decisions?.(i, usual) ?? usual).map((decision) => ({
    seq: journal.nextDecision(),
    decision,
  }));
  const data = planted.view?.(i, view(i)) ?? view(i);
  const traded = i === TRADES_AT && decisions.some(({ decision }) => decision.kind === "swap");
  const first = decisions[0]?.seq ?? 0;
  const wanted = traded ? [intent("aaaaaa", { decision: first, preparedAt: at(i) + 5 })] : [];
  const intents = planted.intents?.(wanted) ?? wanted;
  const verdicts = traded ? verdictsOf(planted) : [];
  const made = strategyTick({
    strategy: strategyOf(i, planted),
    ...{ decisions, intents },
    // As the engine does: what a journal does not keep is not given to it.
    view: journal.keepsView({ status: "decided", decisions }) ? asView(data) : null,
    verdicts: verdicts.map((verdict) => ({ ...verdict, decision: first })),
  });
  journal.tick({
    at: at(i),
    bars: barsOf(i, planted),
    strategies: [planted.tick?.(i, made) ?? made],
  });
  return intents;
}

function barsOf(i: number, { noBar, bar: changed }: Planted): TickRecord["bars"] {
  if (noBar?.(i) === true) return [];
  const bar: Bar = { time: at(i - 1), open: 1, high: 3, low: 1, close: i };
  return [{ token: "WETH.eth", interval: MINUTE, bars: [changed?.(i, bar) ?? bar] }];
}

const verdictsOf = ({ verdicts }: Planted): readonly VerdictRecord[] => verdicts?.([APPROVED]) ?? [APPROVED];

const asView = (data: ViewData): StrategyTick["view"] => JSON.parse(JSON.stringify(data)) as StrategyTick["view"];

function fill(journal: JournalWriter, { id, from, to, amount }: Intent, planted: Planted): void {
  const sent = at(TRADES_AT) + 10;
  const asked = { ...quote, from, to, fromAmount: amount, at: sent };
  const detail = { code: "", reason: "sent" };
  journal.step({ intent: id, at: sent, from: "PREPARED", to: "SENT", detail, quote: planted.quote?.(asked) ?? asked });
  const made: Trade = trade(`trade-${id}`, {
    from,
    to,
    fromAmount: amount,
    toAmount: new Decimal("0.05"),
    at: sent + 5,
  });
  const step: IntentStep = {
    ...{ intent: id, at: sent + 10, from: "SENT", to: "FILLED", detail: { code: "", reason: "filled" }, trade: made },
  };
  journal.step(planted.end?.(step) ?? step);
}
