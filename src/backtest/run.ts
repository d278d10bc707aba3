import { silentLog } from "../core/log.js";
import { SimulatedClock } from "../core/time/simulated-clock.js";
import { createEngine, type Engine, type EngineResult } from "../engine/index.js";
import type { ColumnJournal } from "../journal/columns/column-journal.js";
import type { ClosedBars } from "../model/closed-bars.js";
import type { RunBacktest } from "../model/journal.js";
import { noGuard } from "../strategy/guard.js";
import { tapeBars } from "./world/tape-bars.js";
import { Driver } from "./world/driver.js";
import { BacktestFailedError } from "./errors.js";
import type { BacktestPlan } from "./plan/plan.js";
import { ReadHooks } from "./reads/read-hooks.js";
import { journalIdOf } from "./plan/run-id.js";
import { openBacktestWorld, type BacktestWorld } from "./world/backtest-world.js";

/** A run that is over. */
export interface FinishedRun {
  readonly world: BacktestWorld;
  readonly hooks: ReadHooks;
  readonly closedBars: ClosedBars | null;
  readonly end: EngineResult;
  /** Whether the signal ended it. */
  readonly stopped: boolean;
  /** Up to when the competition went on, epoch milliseconds: also without the bot, where that ended by itself. */
  readonly to: number;
}

/**
 * Runs a plan to the end of its competition, or to `until`. Throws ExternalReadError before anything starts,
 * NetworkReadError, BacktestFailedError.
 */
export async function runPlan(
  plan: BacktestPlan,
  journal: ColumnJournal,
  { until = plan.range.to, breathEvery }: { readonly until?: number; readonly breathEvery?: number } = {},
): Promise<FinishedRun> {
  const { options, tape, range } = plan;
  const hooks = new ReadHooks();
  const strategies = plan.strategies.map((strategy) => hooks.watched(strategy, options.inputs));
  const clock = new SimulatedClock(range.from);
  const world = openBacktestWorld(plan, clock);
  journal.equityCurve.expect(Math.ceil((range.to - range.from) / plan.settings.sampleEvery) + 2);
  const closedBars = options.bars === "recorded" ? tapeBars(tape) : null;
  const engine = engineOf({ ...plan, strategies }, world, journal, clock, closedBars);
  // Asked for before the engine asks for anything: at one moment the end comes first, as the service's own does.
  clock.at(until, () => engine.stop(until < range.to ? "The tape was cut here" : "The competition is over"));
  const reading = strategies.some(({ definition }) => definition.read !== undefined);
  const guard = reading ? (await import("./reads/network-guard.js")).guardNetwork(() => hooks.names()) : null;
  const { onProgress, onEvent, signal } = options;
  if (onEvent !== undefined) engine.subscribe(onEvent);
  const { executions } = world;
  const driver = new Driver({ clock, engine, executions, hooks, guard, onProgress, signal, breathEvery });
  try {
    const end = await driver.run();
    await engine.events.delivered();
    if (end.code === "FAILED" || end.code === "CONFIG")
      throw new BacktestFailedError(end.reason, { remedy: end.remedy });
    const { stopped } = driver;
    if (!stopped) clock.runUntil(until);
    return { world, hooks, closedBars, end, stopped, to: stopped ? Math.min(end.endedAt, until) : until };
  } finally {
    guard?.release();
    world.close();
  }
}

/** What the journal says of it. */
function recordOf({ options, tape, range, latency, houseTeams }: BacktestPlan): RunBacktest {
  const { bars = "sampled", inputs } = options;
  return {
    tape: { label: tape.label, fingerprint: tape.fingerprint },
    ...{ from: range.from, to: range.to, latency, bars, houseTeams },
    inputs: inputs === undefined ? null : (inputs.of ?? ""),
  };
}

function engineOf(
  plan: BacktestPlan,
  world: BacktestWorld,
  journal: ColumnJournal,
  clock: SimulatedClock,
  closedBars: ClosedBars | null,
): Engine {
  const { options, tape, registry, strategies, settings, seed, runId, shownSettings } = plan;
  const { version = "", config = shownSettings } = options.run ?? {};
  return createEngine({
    clock,
    venue: world.venue,
    answersAtOnce: true,
    journal,
    journalId: journalIdOf(seed, runId),
    knowsIntent: (id) => journal.knowsIntent(id),
    recover: () => null,
    log: options.log ?? silentLog,
    seed,
    registry,
    strategies,
    settings,
    run: { id: runId, version, config, rehearsal: true, backtest: recordOf(plan) },
    history: [tape, ...(options.history ?? [])],
    // No watchdog: it costs 70 µs a call, and whoever attends a run sees when it is stuck.
    guard: noGuard,
    closedBars: closedBars ?? undefined,
  });
}
