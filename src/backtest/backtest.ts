import { ColumnJournal } from "../journal/columns/column-journal.js";
import { BacktestOptionError } from "./errors.js";
import type { BacktestOptions } from "./plan/options.js";
import { planOf } from "./plan/plan.js";
import { resultOf } from "./result/result-of.js";
import type { BacktestResult } from "./result/result.js";
import { runPlan } from "./run.js";

/**
 * Runs strategies on a recorded tape, as a competition: the engine, risk, execution and arithmetic that trade live, on a
 * simulated clock. No future data is visible: strategies see bars after they have closed and prices from their time on. A decision on a close is filled at the next open, plus the latency.
 *
 * The same tape, strategies, settings and seed give the same result and journal, byte for byte; the first half of a tape
 * gives the first half of the run.
 *
 * Throws what is wrong with the options before anything starts (`BacktestOptionError`, `BacktestRangeError`,
 * `NotOnTapeError`, `HistoryTooShortError`, `ExternalReadError`, `StrategyConfigError`, `UnknownTokenError`,
 * `VenueSettingsError`, `MetricSettingsError`), `NetworkReadError` if a `read` opens a network connection, and `BacktestFailedError` if the engine fails. A strategy with too many failed runs in a row is disabled, as live.
 *
 * ```ts
 * import { backtest, defineStrategy, openTape, token, z } from "contender";
 *
 * const buyAndHold = defineStrategy({
 *   name: "buy-and-hold",
 *   summary: "Puts 15 % of its money into the token, once.",
 *   params: z.object({ token: token("WETH.eth") }),
 *   schedule: "0 * * * *",
 *   needs: ({ token }) => ({ prices: [token] }),
 *   decide: ({ params, book, target, hold }) =>
 *     book.weight(params.token) > 0
 *       ? hold({ reason: "Holds." })
 *       : target({ weights: { [params.token]: 0.15 }, reason: "Begins." }),
 * });
 *
 * const result = await backtest({ tape: openTape("./my-tape"), strategies: [{ strategy: buyAndHold }] });
 * console.log(result.finalValue, result.metrics["maxDrawdown"]);
 * ```
 */
export async function backtest(options: BacktestOptions): Promise<BacktestResult> {
  const plan = planOf(options);
  const { journal = new ColumnJournal() } = options;
  if (journal.run !== null)
    throw new BacktestOptionError(`The journal already holds run ${journal.run.id}`, {
      remedy: "Give each backtest a new ColumnJournal.",
    });
  return resultOf(plan, await runPlan(plan, journal), journal);
}
