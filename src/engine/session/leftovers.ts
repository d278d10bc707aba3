import { seededRandom } from "../../core/random.js";
import { createExecutor, type Executor } from "../../execution/index.js";
import { Ledger } from "../../ledger/index.js";
import type { StoredIntent } from "../../model/recovered.js";
import { createRisk } from "../../risk/index.js";
import { attemptWithin } from "../timeouts/bounded.js";
import { logOutcome } from "../tick/decision-lines.js";
import { newsOfError } from "../competition/news.js";
import type { Situation } from "../competition/situation.js";
import { NO_COMPETITION } from "./unknown-trades.js";
import type { EngineContext } from "../context.js";

/** Trades of earlier runs that are looked for. */
export interface Unsettled {
  readonly executor: Executor;
}

/** Settling times that the start waits for: a look may fail, and three must not. */
const WAIT = 3;

/**
 * Trades that earlier runs left open in a competition that is not running now: the service's list of trades goes on
 * telling what became of them. Nothing is sent.
 */
export class Leftovers implements Unsettled {
  readonly executor: Executor;
  readonly #context: EngineContext;
  readonly #settled: Promise<void>;

  /**
   * What the journal has; null where nothing was left open.
   *
   * @param onFailure told where the journal cannot be written
   */
  static of(context: EngineContext, onFailure: (error: unknown) => void): Leftovers | null {
    const newest = context.ports.recover(NO_COMPETITION)?.open.at(-1);
    return newest === undefined ? null : new Leftovers(context, newest, onFailure);
  }

  private constructor(context: EngineContext, { intent }: StoredIntent, onFailure: (error: unknown) => void) {
    this.#context = context;
    const { ports, board, rules } = context;
    const { settings } = ports;
    const { competitionId } = intent;
    const recovered = ports.recover(competitionId);
    const open = recovered?.open ?? [];
    const ledger = new Ledger(competitionId);
    ledger.restore(recovered?.books ?? {});
    this.executor = createExecutor({
      ...ports,
      random: seededRandom(ports.seed).fork("leftovers"),
      ledger,
      board,
      rules: () => rules.current,
      risk: createRisk(settings.risk),
      settings: settings.execution,
      onOutcome: (strategy, outcome) => logOutcome(ports.log, strategy, outcome),
      onFailure,
    });
    this.#settled = this.executor.recover(open, recovered ?? {});
    context.stop.signal.addEventListener("abort", () => this.executor.abandon(), { once: true });
  }

  /** Resolves once everything is known, or it makes no sense to wait for that now. What is open then goes on being looked for. */
  async settle(): Promise<void> {
    const { bound, ports, stop } = this.#context;
    const read = await attemptWithin({ ...bound, stop: stop.signal }, (options) => ports.venue.trades(options));
    // Who is refused for what they are is refused again.
    if (!read.ok && newsOfError(read.error) !== null) return;
    const clock = ports.wall ?? ports.clock;
    const late = new Promise<void>((resolve) => {
      const cancel = clock.at(clock.now() + WAIT * ports.settings.execution.settleMs, resolve);
      void this.#settled.then(cancel);
    });
    await Promise.race([this.#settled, late]);
  }
}

/** Whether a service in this situation may tell what became of trades, though there is nothing to trade in. */
export function tellsOfTrades({ kind }: Situation): boolean {
  return kind === "pending" || kind === "over" || kind === "not-participating" || kind === "disqualified";
}
