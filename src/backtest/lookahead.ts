import type { JsonValue } from "../core/json.js";
import { seededRandom } from "../core/random.js";
import type { BoundStrategy } from "../strategy/bind/bind.js";
import { DecisionTrace, type TracedDecision } from "./decision-trace.js";
import { BacktestOptionError } from "./errors.js";
import { watchFiles, type FileWatch, type OpenedFile } from "./reads/file-watch.js";
import type { BacktestOptions } from "./plan/options.js";
import { planOf, type BacktestPlan } from "./plan/plan.js";
import { runPlan } from "./run.js";

/** The default number of cuts. */
const USUAL_CUTS = 12;

export interface LookaheadOptions {
  /** How often the tape is cut, at least 1. Default 12. */
  readonly cuts?: number;
  /** Called after each run with the number of finished runs and their total. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** A decision that changed when the later part of the tape was cut off. */
export interface LookaheadDifference {
  readonly strategy: string;
  /** When it was decided, epoch milliseconds: before the cut. */
  readonly at: number;
  /** Where the tape ended. */
  readonly cut: number;
  /** The decisions (and the state, if it changed) on the whole tape and on the cut one; null if there were none. */
  readonly whole: JsonValue;
  readonly shortened: JsonValue;
}

/** A decision that changed in a second run on the same tape. */
export interface UnsteadyDecision {
  readonly strategy: string;
  /** When it was decided, epoch milliseconds. */
  readonly at: number;
  /** The decisions (and the state, if it changed) of the first and of the next run; null if there were none. */
  readonly once: JsonValue;
  readonly again: JsonValue;
}

export interface LookaheadReport {
  /** True if no difference was found on the tapes of `cuts`. */
  readonly passed: boolean;
  /** False if the check was stopped before the last cut. */
  readonly complete: boolean;
  /** The times of the cuts, epoch milliseconds; a difference is at the last one. */
  readonly cuts: readonly number[];
  /** Decisions that were compared, over all cuts. */
  readonly compared: number;
  readonly difference: LookaheadDifference | null;
  /**
   * Set instead of `difference` if two more runs of the whole tape differ. Random numbers or the machine's time then
   * explain a difference as well as future data.
   */
  readonly unsteady: UnsteadyDecision | null;
  /** Files that strategies opened while they decided or read. The check cannot see data from them. */
  readonly files: readonly OpenedFile[];
}

/**
 * Proves that strategies do not look ahead, as far as that can be proven: runs them on the whole tape, then again on
 * tapes that end at several places (half of them right after something was decided, half drawn by the seed), and compares
 * what was decided before each cut. A cut tape has no data after the cut, so a difference means that a decision used
 * future data.
 *
 * It catches: whatever comes through the view, the bars and `io.venue`; what a module keeps from one run to the next (the
 * cut runs use the very same module, which has seen the whole tape by then); a file that an earlier run has written; and,
 * by itself a finding, every file that is opened while a strategy decides or reads: a tape's own folder, a CSV.
 *
 * It cannot catch: what a module read when it was loaded, or has kept of a backtest that was run before the check, and
 * uses in every run alike (so check first, or in a process of its own; `contender backtest --check-lookahead` looks for
 * both); a peek that never changes a decision near a cut; another process; native code.
 *
 * None of its runs is journalled: a `journal` of the options is ignored, because it belongs to one run.
 *
 * @throws BacktestOptionError for a number of cuts that is none, ArgumentError for a check that is none; what `backtest`
 * throws
 */
export function checkLookahead(
  options: Omit<BacktestOptions, "journal">,
  check: LookaheadOptions = {},
): Promise<LookaheadReport> {
  return checkAgainst(null, options, check);
}

/**
 * The same check against an earlier run with the same options in this process. Data that a strategy kept from that run is
 * known to all later runs, so only a comparison with that run's own decisions shows it.
 *
 * @param before that run's journal; null if there was none
 */
export async function checkAgainst(
  before: DecisionTrace | null,
  options: BacktestOptions,
  { cuts = USUAL_CUTS, onProgress }: LookaheadOptions = {},
): Promise<LookaheadReport> {
  if (!Number.isInteger(cuts) || cuts < 1)
    throw new BacktestOptionError(`${cuts} is not a number of cuts`, { remedy: "Give a whole number of at least 1." });
  // Events are of one whole run: here there are several.
  const plan = planOf({ ...options, onEvent: undefined });
  const watch = watchFiles();
  try {
    const watched = { ...plan, strategies: plan.strategies.map((strategy) => watchedStrategy(strategy, watch)) };
    const whole = before === null ? await traceOf(watched, plan.range.to) : until(plan.range.to, before);
    onProgress?.(1, cuts + 1);
    const places = cutsOf(plan, whole, cuts);
    const found = await compareAll(watched, whole, places, (done) => onProgress?.(done + 1, cuts + 1));
    const complete = found.difference !== null || found.cuts.length === places.length;
    const unsteady = found.difference === null ? null : await unsteadyOf(watched);
    // What was stopped has not shown that it is steady.
    const difference = unsteady !== null || isStopped(plan) ? null : found.difference;
    const passed = difference === null && unsteady === null && watch.opened.length === 0;
    return { ...found, difference, unsteady, passed, complete: complete && !isStopped(plan), files: watch.opened };
  } finally {
    watch.release();
  }
}

async function compareAll(
  plan: BacktestPlan,
  whole: readonly TracedDecision[],
  places: readonly number[],
  onCut: (done: number) => void,
): Promise<Pick<LookaheadReport, "cuts" | "compared" | "difference">> {
  let compared = 0;
  const done: number[] = [];
  for (const cut of places) {
    if (isStopped(plan)) break;
    const tape = plan.tape.between(Math.min(...plan.tape.tracks.map(({ from }) => from)), cut);
    const shortened = await traceOf({ ...plan, tape }, cut);
    // What was stopped has decided less, and not for want of a future.
    if (isStopped(plan)) break;
    done.push(cut);
    const known = whole.filter(({ at }) => at < cut);
    const found = firstDifference(known, shortened);
    compared += known.length;
    if (found !== null) {
      const { strategy, at, one, other } = found;
      return { cuts: done, compared, difference: { strategy, at, cut, whole: one, shortened: other } };
    }
    onCut(done.length);
  }
  return { cuts: done, compared, difference: null };
}

/**
 * The first decision that two more runs of the whole tape do not share. Not against the first run: whatever a module has
 * kept of that (which is a look-ahead) both of these know alike.
 */
async function unsteadyOf(plan: BacktestPlan): Promise<UnsteadyDecision | null> {
  const [once, again] = [await traceOf(plan, plan.range.to), await traceOf(plan, plan.range.to)];
  const found = isStopped(plan) ? null : firstDifference(once, again);
  return found === null ? null : { strategy: found.strategy, at: found.at, once: found.one, again: found.other };
}

const isStopped = ({ options }: BacktestPlan): boolean => options.signal?.aborted === true;

async function traceOf(plan: BacktestPlan, end: number): Promise<readonly TracedDecision[]> {
  const journal = new QuickTrace();
  await runPlan(plan, journal, { until: end });
  return until(end, journal);
}

const until = (end: number, { traced }: DecisionTrace): readonly TracedDecision[] =>
  traced.filter(({ at }) => at < end);

/** Nobody will ask why. */
class QuickTrace extends DecisionTrace {
  override keepsView(): boolean {
    return false;
  }
}

/** Rising, so that what a cut run leaves behind (a file, a module's memory) covers less than the next one would need. */
function cutsOf({ range, seed }: BacktestPlan, whole: readonly TracedDecision[], count: number): number[] {
  const random = seededRandom(`${seed}/cuts`);
  const acting = whole.filter(({ text }) => !/^\{"decisions":\[\{[^{}]*"kind":"hold"/.test(text));
  const places = Array.from({ length: count }, (_, i) => {
    const decided = i % 2 === 0 ? acting[random.int(Math.max(1, acting.length))] : undefined;
    // A millisecond after a decision: it is the last thing that is compared.
    return decided === undefined ? Math.ceil(range.from + random.next() * (range.to - range.from)) : decided.at + 1;
  });
  return [...new Set(places)].filter((at) => at > range.from && at < range.to).sort((a, b) => a - b);
}

interface Unequal {
  readonly strategy: string;
  readonly at: number;
  readonly one: JsonValue;
  readonly other: JsonValue;
}

function firstDifference(ones: readonly TracedDecision[], others: readonly TracedDecision[]): Unequal | null {
  const length = Math.max(ones.length, others.length);
  for (let i = 0; i < length; i++) {
    const [one, other] = [ones[i], others[i]];
    const same = one?.at === other?.at && one?.strategy === other?.strategy && one?.text === other?.text;
    const first = one ?? other;
    if (same || first === undefined) continue;
    const { at, strategy } = first;
    return { strategy, at, one: jsonOf(one), other: jsonOf(other) };
  }
  return null;
}

function jsonOf(traced: TracedDecision | undefined): JsonValue {
  return traced === undefined ? null : (JSON.parse(traced.text) as JsonValue);
}

/** The strategy with its code told to the watch while it runs. */
export function watchedStrategy(bound: BoundStrategy, watch: FileWatch): BoundStrategy {
  const { definition, name } = bound;
  const { decide, read } = definition;
  return {
    ...bound,
    definition: {
      ...definition,
      decide: (view) => watch.of(name, () => decide.call(definition, view)),
      read: read && ((view, io) => watch.of(name, () => read.call(definition, view, io))),
    },
  };
}
