import { iso, utcDay } from "../core/time/utc.js";
import { valueUsd } from "../ledger/index.js";
import type { StatusWatch } from "./competition/status-watch.js";
import type { EngineStatus } from "./control.js";
import type { EngineTasks } from "./tasks.js";
import type { Unsettled } from "./session/leftovers.js";
import type { Session } from "./session/session.js";
import type { StrategyRun } from "./tick/strategy-run.js";
import type { EngineContext } from "./context.js";

interface StatusParts {
  readonly session: Session | null;
  readonly tasks: Pick<EngineTasks, "nextRun">;
  /** What earlier runs left open, before there is a session. */
  readonly leftovers: Unsettled | null;
  readonly watch: Pick<StatusWatch, "heldBack" | "doubt">;
}

/** What the bot is doing, for people and programs. */
export function engineStatus(context: EngineContext, { session, tasks, leftovers, watch }: StatusParts): EngineStatus {
  const now = context.ports.clock.now();
  const phase = context.mode.now;
  return {
    phase,
    held: phase === "trading" ? watch.heldBack() : null,
    now,
    competition: session?.standings.view(now) ?? null,
    doubt: watch.doubt,
    equity: session?.equity.worth().usd ?? null,
    strategies:
      session?.runs.map((run) => strategyStatus(run, context, session, tasks)) ??
      context.ports.strategies.map(({ name, version, bars }) => {
        const readyAt = context.bars.readyAt(bars, now);
        const failures = { failedInARow: 0, failedRuns: 0 };
        return {
          name,
          version,
          ...readiness(readyAt),
          ...failures,
          value: null,
          lastTick: null,
          nextRun: null,
          open: 0,
        };
      }),
    conflicts: (session ?? leftovers)?.executor.conflicts() ?? [],
    day: utcDay(now),
    tradesToday: session?.executor.tradesOn(now) ?? 0,
    minTradesPerDay: session?.minimum.minimum ?? null,
  };
}

function strategyStatus(
  run: StrategyRun,
  context: EngineContext,
  session: Session,
  tasks: Pick<EngineTasks, "nextRun">,
): EngineStatus["strategies"][number] {
  const readyAt = context.bars.readyAt(run.bound.bars, context.ports.clock.now());
  return {
    name: run.name,
    version: run.bound.version,
    ...condition(run, readyAt),
    failedInARow: run.failedInARow,
    failedRuns: run.failedRuns,
    value: valueUsd(session.ledger.book(run.name), context.board),
    lastTick: Number.isNaN(run.lastTick) ? null : run.lastTick,
    nextRun: run.disabled === null ? tasks.nextRun(run) : null,
    open: session.executor.openTrades(run.name).length,
  };
}

type Condition = Pick<EngineStatus["strategies"][number], "status" | "note">;

function condition({ disabled, failedInARow, lastFailure }: StrategyRun, readyAt: number | null): Condition {
  if (disabled !== null) return { status: "disabled", note: `since its run of ${iso(disabled.at)}: ${disabled.why}` };
  if (readyAt !== null || failedInARow === 0) return readiness(readyAt);
  const runs = failedInARow === 1 ? "its last run" : `its last ${failedInARow} runs`;
  return { status: "running", note: `${runs} failed: ${lastFailure}` };
}

function readiness(readyAt: number | null): Condition {
  if (readyAt === null) return { status: "running", note: null };
  return { status: "warming-up", note: `ready at ${iso(readyAt)}` };
}
