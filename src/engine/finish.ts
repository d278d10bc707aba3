import type { Clock } from "../core/clock.js";
import { formatDuration } from "../core/duration.js";
import { messageOf } from "../core/errors.js";
import { attempt } from "./attempt.js";
import { EXIT_CODES, type End, type EngineResult } from "./result.js";
import type { Session } from "./session.js";
import type { World } from "./world.js";

/**
 * The end of a session: nothing new is sent, what is in flight is finished, books and balances are
 * compared a last time, and the final standing is read. What cannot be settled in time stays on disk
 * as it is, and is settled at the next start. Never rejects because of the venue.
 *
 * @param hurry resolves when nobody wants to wait any more
 */
export async function finishSession(
  session: Session,
  world: World,
  reason: string,
  hurry: Promise<void>,
): Promise<void> {
  const { clock, log, settings } = world.ports;
  session.executor.stopSending(reason);
  const timeout = after(clock, settings.finishWithin);
  const settled = await Promise.race([
    session.executor.settled().then(() => true),
    timeout.passed.then(() => false),
    hurry.then(() => false),
  ]);
  timeout.cancel();
  if (!settled)
    world.note(
      "warn",
      "unsettled",
      "Trades whose outcome is not known are left to the next start, which settles them.",
    );
  await Promise.race([lastReadings(session, world), hurry]);
  const { readAt } = session.standings;
  const age = readAt === null ? 0 : clock.now() - readAt;
  if (readAt === null) log.warn("No leaderboard could be read: the final standing is not known");
  else if (age > settings.watchEvery) log.warn(`The standing was read ${formatDuration(age)} before the end`);
}

async function lastReadings(session: Session, world: World): Promise<void> {
  const ended = await attempt(async () => {
    await session.reconcile();
    await session.readLeaderboard(session.competitionId);
    session.equity.note();
  });
  if (!ended.ok) world.ports.log.warn(`The last readings failed: ${messageOf(ended.error)}`);
}

function after(clock: Clock, ms: number): { passed: Promise<void>; cancel: () => void } {
  let cancel = (): void => {};
  const passed = new Promise<void>((resolve) => {
    if (Number.isFinite(ms)) cancel = clock.at(clock.now() + ms, resolve);
  });
  return { passed, cancel: () => cancel() };
}

/** The result of an end. */
export function resultOf(end: End, session: Session | null, endedAt: number): EngineResult {
  const competition = session?.standings.competition;
  return {
    ...end,
    exitCode: EXIT_CODES[end.code],
    competition: competition === undefined ? null : { id: competition.id, name: competition.name },
    standing: session?.standings.final() ?? null,
    equity: session?.equity.total() ?? null,
    endedAt,
  };
}
