import type { JsonObject } from "../../core/json.js";
import type { Log } from "../../core/log.js";
import type { EngineSettings } from "../../engine/settings.js";
import type { ExecutionSettings } from "../../execution/settings.js";
import type { MetricSettings } from "../../metrics/metric.js";
import type { EventListener } from "../../model/event.js";
import type { PriceHistory } from "../../model/history.js";
import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import type { RateLimit } from "../../model/rules.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { Strategy } from "../../strategy/define.js";
import type { Tape } from "../../tape/tape.js";
import type { CompetitionSettings } from "../../venue/index.js";
import type { RecordedInputs } from "../reads/read-hooks.js";

/** A strategy of a backtest: its definition, with the settings that a config would give it. */
export interface StrategyUse {
  readonly strategy: Strategy;
  /** The strategy's file, needed by `contender replay`. */
  readonly file?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Its name in this run; default: its own. */
  readonly name?: string;
  /** Share of the balances for its book, 0 to 1; default: equal shares of all. */
  readonly allocation?: number;
}

/** Settings of the engine and of execution; missing ones have their defaults. */
export type GivenSettings = Partial<Omit<EngineSettings, "execution">> & {
  readonly execution?: Partial<ExecutionSettings>;
};

/** The options of a backtest; only `tape` and `strategies` are required. */
export interface BacktestOptions {
  /** The recorded prices to run on: from `openTape` or `memoryTape`. */
  readonly tape: Tape;
  /** The strategies, each with its params. */
  readonly strategies: readonly (BoundStrategy | StrategyUse)[];
  /** The tokens known by name. Default: the well-known tokens and those of the tape. */
  readonly registry?: TokenRegistry;
  /** When the competition begins, epoch milliseconds. Default: the first moment at which every token in use has a price. */
  readonly from?: number;
  /** When it ends, epoch milliseconds. Default: the last moment at which every token in use has a price. */
  readonly to?: number;
  /** The seed of all random numbers: ids, slippage, house teams, the strategies' `random`. Default `contender`. */
  readonly seed?: string;
  /**
   * The competition's settings: start balances, cap, minimum, chains, slippage …. Missing ones are those of the public
   * service.
   */
  readonly competition?: Partial<CompetitionSettings>;
  /** The names of the competition and of the team. The team's id, and with it its random numbers, depend on its name. */
  readonly competitionName?: string;
  readonly team?: string;
  /** Whether the three built-in house teams (cash, equal weights, random) also compete. Default false. */
  readonly houseTeams?: boolean;
  /** The engine's settings: sampling, risk, execution. Readings that make no sense in a backtest are always off. */
  readonly settings?: GivenSettings;
  /** Milliseconds from a decision, or from the trade it has to wait for, to its trade. Default: one second. */
  readonly latency?: number;
  /** Whether strategies see bars built from sampled prices, as live (the default), or the tape's recorded bars. */
  readonly bars?: "sampled" | "recorded";
  /**
   * The rate limits of the service. The result reports where a live bot would have had to wait for them. Default: those
   * of the public service.
   */
  readonly limits?: readonly RateLimit[] | "off";
  /**
   * Further past prices for the warm-up, after the tape's own. A tape enters the run's id by its content, any other
   * history only by its position in this list.
   */
  readonly history?: readonly PriceHistory[];
  /** The inputs that external `read` hooks returned in an earlier run. */
  readonly inputs?: RecordedInputs;
  /**
   * The journal of this run, a new one for each run. `saveColumns` writes it into a folder. Default: the journal is
   * discarded.
   */
  readonly journal?: ColumnJournal;
  /** How metrics are computed: days of a year, risk-free return, target, tail. */
  readonly metrics?: Partial<MetricSettings>;
  /** The program's version and config, written to the journal. */
  readonly run?: { readonly version: string; readonly config: JsonObject };
  /** Called from time to time with the current time of the run, epoch milliseconds of the tape. */
  readonly onProgress?: (at: number) => void;
  /**
   * Called with the events of the run (ticks, intents, trades, equity and more) in the order of the journal, all before
   * `backtest` resolves. The run waits for the returned promise, but at most two seconds for one event. After that the
   * oldest waiting events are dropped, and the second argument counts them. The listener cannot change the run.
   */
  readonly onEvent?: EventListener;
  /** Ends the run early, with a result that is marked as not complete. */
  readonly signal?: AbortSignal;
  /** The engine's log. Default: none. */
  readonly log?: Log;
}
