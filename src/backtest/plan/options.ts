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

/** A strategy as a library's user has it: the definition, and what a config would say of it. */
export interface StrategyUse {
  readonly strategy: Strategy;
  /** The file that it stands in, where the run is to be replayed: `contender replay` loads it from there. */
  readonly file?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Its name in this run; default: its own. */
  readonly name?: string;
  /** Share of the balances that its book gets, 0 to 1; default: all of them by equal parts. */
  readonly allocation?: number;
}

/** Settings of the engine; each that is left out, of execution too, is the usual one. */
export type GivenSettings = Partial<Omit<EngineSettings, "execution">> & {
  readonly execution?: Partial<ExecutionSettings>;
};

/** Which run of which competition; only `tape` and `strategies` must be given. */
export interface BacktestOptions {
  /** The recorded prices to run on: from `openTape` or `memoryTape`. */
  readonly tape: Tape;
  /** What trades, each with its params. */
  readonly strategies: readonly (BoundStrategy | StrategyUse)[];
  /** The tokens that can be named. Default: those in common use, and the tape's. */
  readonly registry?: TokenRegistry;
  /** When the competition begins, epoch milliseconds. Default: the first moment at which every token in use has a price. */
  readonly from?: number;
  /** When it ends, epoch milliseconds. Default: the last moment at which every token in use has a price. */
  readonly to?: number;
  /** From what all chance is drawn: ids, slippage, house teams, the strategies' `random`. Default `contender`. */
  readonly seed?: string;
  /** The competition's settings: start balances, cap, minimum, chains, slippage …; what is left out is as on the public service. */
  readonly competition?: Partial<CompetitionSettings>;
  /** The names of the competition and of the team. The team's id follows from its name, and from that what chance it has. */
  readonly competitionName?: string;
  readonly team?: string;
  /** Whether the three house teams (cash, equal weights, random) compete too. Default false. */
  readonly houseTeams?: boolean;
  /** How the engine runs: sampling, risk, execution. Readings that a closed world makes pointless are off whatever is said. */
  readonly settings?: GivenSettings;
  /** Milliseconds from a decision, or from the trade for which it waits, to its own trade. Default: one second. */
  readonly latency?: number;
  /** Whether strategies see bars that are built of sampled prices, as live (the default), or the tape's recorded ones. */
  readonly bars?: "sampled" | "recorded";
  /** The rate limits of the service: the result says where a live bot would have had to wait for them. Default: the public service's. */
  readonly limits?: readonly RateLimit[] | "off";
  /** Further prices of the past from which to warm up, after the tape's own. In the run's id a tape counts by its content, any other by its place alone. */
  readonly history?: readonly PriceHistory[];
  /** What `read` hooks that go elsewhere gave in an earlier run. */
  readonly inputs?: RecordedInputs;
  /** Where the run is journalled, a new one for each run; `saveColumns` writes it into a folder. Default: one that is forgotten. */
  readonly journal?: ColumnJournal;
  /** How metrics are computed: days of a year, risk-free return, target, tail. */
  readonly metrics?: Partial<MetricSettings>;
  /** What the journal is to say of the program that runs this, and of its config. */
  readonly run?: { readonly version: string; readonly config: JsonObject };
  /** Called now and then with how far the run is, epoch milliseconds of the tape. */
  readonly onProgress?: (at: number) => void;
  /**
   * Called with what happens, in the order of the journal: ticks, intents, trades, equity and more; all of it before
   * `backtest` resolves. The run waits for the promise that it returns, but never longer than two seconds for one event:
   * beyond that the oldest that wait are dropped, and its second argument counts them. It can change nothing of the run.
   */
  readonly onEvent?: EventListener;
  /** Ends the run early: what there is by then becomes a result that says that it is not complete. */
  readonly signal?: AbortSignal;
  /** Where the engine's messages go. Default: nowhere. */
  readonly log?: Log;
}
