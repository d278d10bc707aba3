import { andThen, type MaybePromise } from "../../core/maybe.js";
import { messageOf } from "../../core/errors.js";
import { seededRandom } from "../../core/random.js";
import { createExecutor, reportAdjustments, type Executor } from "../../execution/index.js";
import { BookValues, Ledger } from "../../ledger/index.js";
import type { Competition, TeamProfile } from "../../model/competition.js";
import type { Recovered } from "../../model/recovered.js";
import type { Outcome } from "../../model/outcome.js";
import type { RejectionCode, Trade } from "../../model/trade.js";
import { createRisk, type Risk } from "../../risk/index.js";
import { attempt } from "../../core/attempt.js";
import { attemptWithin } from "../timeouts/bounded.js";
import { logOutcome } from "../tick/decision-lines.js";
import { EquityWatch } from "./equity-watch.js";
import { FailingReads } from "../timeouts/failing-reads.js";
import { ManualTrades } from "./manual-trades.js";
import { MinimumKeeper } from "./minimum-keeper.js";
import { NeededTokens } from "./needed-tokens.js";
import { newsOf, type News } from "../competition/news.js";
import { Standings } from "../competition/standings.js";
import { StrategyRun } from "../tick/strategy-run.js";
import { Ticker, type TickerPorts } from "../tick/tick.js";
import { NeverScheduled } from "./never-scheduled.js";
import { DEFAULT_RETRIES } from "../settings.js";
import type { EngineContext } from "../context.js";

/** What a session asks of the engine. */
export interface SessionEvents {
  /** Before a trade is quoted and sent; it waits for that. */
  beforeSending(): MaybePromise<void>;
  /** Why nothing may be sent at this moment; null: nothing speaks against it. */
  heldBack(): string | null;
  /** A trade was refused in a way that may be news of the competition. */
  onNews(news: News, text: string): void;
  /** A trade was refused by a rule: it may be another one than we know. */
  onRuled(): void;
  /** A trade of this session was made in another competition: this one is over. */
  onOtherCompetition(trade: Trade): void;
  /** Every strategy was disabled, and config gives the bot nothing else to do. */
  onAllDisabled(): void;
  /** Somebody else trades on this account, and config says that the bot then ends. */
  onForeign(trades: readonly Trade[]): void;
  /** The journal cannot be written, or the program is at fault. */
  onFailure(error: unknown): void;
  /** Counts work as under way until it is over; a rejection is a failure. */
  beside(work: Promise<void>): void;
}

/** What the service refuses by rules that it prints. */
const RULED: ReadonlySet<string> = new Set<RejectionCode>(["OVER_CAP", "CROSS_CHAIN", "TOO_SMALL"]);

/** One competition, while we are in it: its books, trades, ticks and standing. */
export class Session {
  readonly competitionId: string;
  readonly ledger: Ledger;
  readonly standings: Standings;
  readonly risk: Risk;
  readonly executor: Executor;
  readonly runs: readonly StrategyRun[];
  readonly needed: NeededTokens;
  readonly ticker: Ticker;
  readonly equity: EquityWatch;
  readonly hand: ManualTrades;
  readonly minimum: MinimumKeeper;
  readonly undue: NeverScheduled;
  readonly #context: EngineContext;
  readonly #values: BookValues;
  readonly #events: SessionEvents;
  readonly #failing: FailingReads;

  constructor(
    context: EngineContext,
    competition: Competition,
    team: TeamProfile,
    recovered: Recovered | null,
    events: SessionEvents,
  ) {
    this.#context = context;
    this.#events = events;
    const { ports, board, rules } = context;
    this.competitionId = competition.id;
    this.standings = new Standings(competition, team);
    this.ledger = new Ledger(competition.id);
    this.#values = new BookValues(this.ledger, board);
    this.risk = createRisk(ports.settings.risk, {
      peak: recovered?.peakEquity ?? null,
      last: recovered?.equity.at(-1)?.total ?? null,
    });
    this.executor = createExecutor({
      ...ports,
      settings: ports.settings.execution,
      random: seededRandom(ports.seed).fork("intents"),
      ledger: this.ledger,
      board,
      rules: () => rules.current,
      risk: this.risk,
      beforeSending: () => events.beforeSending(),
      heldBack: () => events.heldBack(),
      onOutcome: (strategy, outcome) => this.#onOutcome(strategy, outcome),
      onOtherCompetition: (trade) => events.onOtherCompetition(trade),
      onForeign: (trades) => {
        if (ports.settings.stopOnForeignTrades === true) events.onForeign(trades);
      },
      onFailure: (error) => events.onFailure(error),
    });
    this.runs = ports.strategies.map((bound) => this.#runOf(bound, recovered));
    this.needed = new NeededTokens(this.ledger, ports.registry, this.runs, context.bars.tokens);
    this.ticker = new Ticker(this.#tickerPorts());
    this.equity = new EquityWatch(context, {
      competitionId: competition.id,
      teamId: team.id,
      ledger: this.ledger,
      values: this.#values,
      drawdown: this.risk.drawdown,
    });
    this.hand = new ManualTrades(context, this);
    this.minimum = new MinimumKeeper(context, this);
    this.undue = new NeverScheduled(context, this.runs);
    this.#failing = new FailingReads(context, {
      name: "balances",
      what: "list of trades, or the balances,",
      meaning: "What other hands do on this account goes unseen meanwhile, and the books may be wrong.",
    });
  }

  /** Reads the leaderboard; one that is closed to us leaves our place unknown. */
  readLeaderboard(competitionId?: string): MaybePromise<void> {
    const { clock, venue, log } = this.#context.ports;
    return andThen(
      attemptWithin(this.#context.bound, (options) => venue.leaderboard(competitionId, options)),
      (read) => {
        if (!read.ok) {
          log.debug(`The leaderboard cannot be read: ${messageOf(read.error)}`);
          this.#context.onReadFailure(read.error);
          return;
        }
        if (read.value.competition.id !== this.competitionId) return;
        const line = this.standings.take(read.value, clock.now());
        if (line !== null) this.#context.note("info", "standing", line, { rank: this.standings.rank() });
      },
    );
  }

  /** Compares books and balances, between two trades. */
  reconcile(): MaybePromise<void> {
    return andThen(
      attempt(() => this.executor.reconcile()),
      (read) => {
        if (!read.ok) {
          this.#context.onReadFailure(read.error);
          this.#failing.failed(read.error);
          return;
        }
        this.#failing.worked();
        reportAdjustments(this.#context.note, read.value);
      },
    );
  }

  #runOf(bound: StrategyRun["bound"], recovered: Recovered | null): StrategyRun {
    const stored = recovered?.states[bound.name];
    const outcomes = recovered?.outcomes[bound.name] ?? [];
    try {
      return new StrategyRun(bound, { outcomes, state: stored });
    } catch (error) {
      this.#context.note(
        "warn",
        "state-lost",
        `The stored state of ${bound.name} does not fit its schema any more, it begins anew: ${messageOf(error)}`,
      );
      return new StrategyRun(bound, { outcomes });
    }
  }

  #tickerPorts(): TickerPorts {
    const { ports, feed, bars, board, rules, note, stop, readStops } = this.#context;
    const { executor, ledger, standings } = this;
    const most = this.risk.mostTradesADay;
    return {
      ...ports,
      ledger,
      feed,
      bars,
      note,
      stop: stop.signal,
      stops: readStops,
      timeout: ports.settings.readTimeout,
      clockSpeed: ports.settings.execution.clockSpeed,
      // A single run has no other one to do better.
      retries: ports.settings.once ? 0 : (ports.settings.onError?.retries ?? DEFAULT_RETRIES),
      onDisabled: () => this.#onDisabled(),
      plan: (strategy, decisions, at, earlier) => executor.plan(strategy, decisions, at, earlier),
      enqueue: (plan) => executor.enqueue(plan),
      beside: (work) => this.#events.beside(work),
      sources: {
        venue: ports.venue,
        board,
        seed: ports.seed,
        values: this.#values,
        standings,
        rules: () => rules.current,
        openTrades: (strategy) => executor.openTrades(strategy),
        tradesLeftOn: (at) => (most === null ? null : Math.max(0, most - executor.tradesBegunOn(at))),
      },
    };
  }

  #onDisabled(): void {
    const { keepMinimum, once } = this.#context.ports.settings;
    if (keepMinimum || once || this.runs.some(({ disabled }) => disabled === null)) return;
    this.#events.onAllDisabled();
  }

  #onOutcome(strategy: string, outcome: Outcome): void {
    this.runs.find(({ name }) => name === strategy)?.tell([outcome]);
    logOutcome(this.#context.ports.log, strategy, outcome);
    this.hand.onOutcome(outcome);
    const news = newsOf(outcome.code);
    if (news !== null) this.#events.onNews(news, outcome.reason);
    if (outcome.status === "rejected" && RULED.has(outcome.code)) this.#events.onRuled();
  }
}
