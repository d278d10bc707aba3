import { iso } from "../core/time/utc.js";
import type { Clock } from "../core/time/clock.js";
import { formatLength } from "../core/time/duration.js";
import { messageOf } from "../core/errors.js";
import type { Log } from "../core/log.js";
import { point } from "../model/points.js";
import { attempt } from "../core/attempt.js";
import { failed } from "./end-messages.js";
import { EXIT_CODES, type End, type EngineResult } from "./result.js";
import type { Unsettled } from "./session/leftovers.js";
import type { Session } from "./session/session.js";
import { noteUnknown, unknownRemedy, untaken } from "./session/unknown-trades.js";
import type { EngineContext } from "./context.js";

/** What is to be brought to an end. */
interface Ending {
  readonly context: EngineContext;
  /** Null where no competition was joined. */
  readonly session: Session | null;
  /** Null where earlier runs left nothing open, or nothing was looked at. */
  readonly leftovers: Unsettled | null;
  /** Resolves when no tick and no reading is under way. */
  idle(): Promise<void>;
  /** Resolves when nobody wants to wait any more. */
  readonly hurried: Promise<void>;
}

/** Where the competition goes on there is no final standing that could be missed. */
function tellNoStanding(log: Log, code: End["code"]): void {
  if (code === "COMPETITION_OVER") log.warn("No leaderboard could be read: the final standing is not known");
  else log.debug("No leaderboard could be read: the standing is not known");
}

/** Brings everything to its end, within a bound, and writes it down. Never rejects. */
export async function finish(ending: Ending, end: End): Promise<EngineResult> {
  const { clock, journal, log, settings } = ending.context.ports;
  const { session, leftovers } = ending;
  // With a key that is not accepted no reading can help.
  const locked = end.code === "UNAUTHORIZED";
  const hurried = locked ? Promise.resolve() : ending.hurried;
  point("stop", "idle", "before");
  await waitFor(clock, settings.finishWithin, hurried, ending.idle());
  point("stop", "idle", "after");
  const finished = await attempt(() =>
    session === null ? Infinity : finishSession(session, ending.context, end, { hurried, locked }),
  );
  if (!finished.ok) log.error(`The end did not go as it should: ${messageOf(finished.error)}`);
  const taken = session ?? leftovers;
  // A journal that cannot be read, or written, takes no end either: that is told below.
  const unknown = await attempt(() => openTrades(ending, end));
  const open = unknown.ok ? unknown.value : [];
  if (locked && open.length > 0)
    log.warn("Without a key that is accepted it cannot be looked up: what is open is left to the next start");
  await attempt(() => noteUnknown(ending.context, open));
  taken?.executor.abandon();
  const result = resultOf(end, session, clock.now(), {
    conflicts: taken?.executor.conflicts() ?? [],
    unknown: open.map(({ intent }) => intent.id),
    standing: session?.standings.final(finished.ok ? finished.value : Infinity) ?? null,
  });
  ending.context.ended = true;
  if (!ending.context.begun) return result;
  const written = await attempt(() => journal.end(result.endedAt, { exitCode: result.exitCode, text: end.reason }));
  return written.ok ? result : unwritten(result, written.error, log);
}

/** Trades of which it is not known whether they were made. Those of another team's journal are nothing to this one. */
function openTrades({ context, session, leftovers }: Ending, { code }: End): ReturnType<typeof untaken> {
  if (code === "JOURNAL_TEAM") return [];
  return (session ?? leftovers)?.executor.unknown() ?? untaken(context);
}

/** The result of an end that is not in the journal: it was not a good one, whatever asked for it. */
function unwritten(result: EngineResult, error: unknown, log: Log): EngineResult {
  log.error(`The end could not be written to the journal: ${messageOf(error)}`);
  if (result.exitCode !== 0) return result;
  const failure = failed(error);
  const reason = `${result.reason}; the end could not be written to the journal: ${failure.reason}`;
  const remedy = [failure.remedy, result.remedy].filter((text) => text !== "").join(" ");
  return { ...result, ...failure, reason, remedy, exitCode: EXIT_CODES[failure.code] };
}

interface Finishing {
  readonly hurried: Promise<void>;
  readonly locked: boolean;
}

/**
 * The end of a session: nothing new is sent, what is in flight is finished, books and balances are
 * compared a last time, and the final standing is read. What cannot be settled in time stays on disk
 * as it is, and is settled at the next start. Gives since when the final standing was asked for, epoch milliseconds: a fast
 * clock goes on while it is waited for.
 */
async function finishSession(
  session: Session,
  context: EngineContext,
  { code, reason }: End,
  { hurried, locked }: Finishing,
): Promise<number> {
  const { clock, log, settings } = context.ports;
  session.executor.stopSending(reason);
  for (const { name, missed } of session.runs) {
    const rest = missed.rest();
    if (rest === null) continue;
    const since = iso(rest.since);
    const text = `${name} missed ${rest.runs} more ${rest.runs === 1 ? "run" : "runs"} up to the end, since ${since}`;
    context.note("warn", "missed-runs", text, { strategy: name, runs: rest.runs, since: rest.since });
  }
  point("stop", "settle", "before");
  await waitFor(clock, settings.finishWithin, hurried, session.executor.settled());
  point("stop", "settle", "after");
  point("stop", "readings", "before");
  const askedSince = clock.now();
  if (!locked) await lastReadings(session, context, hurried);
  point("stop", "readings", "after");
  const { readAt } = session.standings;
  const age = readAt === null || readAt >= askedSince ? 0 : clock.now() - readAt;
  if (readAt === null) tellNoStanding(log, code);
  else if (age > settings.watchEvery) log.warn(`The standing was read ${formatLength(age)} before the end`);
  return askedSince;
}

/** Of what comes when nobody waits for it any more nothing is written or said. */
async function lastReadings(session: Session, context: EngineContext, hurried: Promise<void>): Promise<void> {
  const { feed } = context;
  const { clock, log, settings, venue } = context.ports;
  const failures: string[] = [];
  const reading = Promise.resolve(
    attempt(async () => {
      await session.reconcile();
      await session.readLeaderboard(session.competitionId);
      if (settings.pricesAtEnd === true) await feed.gather(venue, [...session.ledger.sums.keys()], clock.now());
      if (!context.ended) session.equity.note();
    }),
  ).then((ended) => {
    if (!ended.ok) failures.push(messageOf(ended.error));
  });
  await waitFor(clock, settings.finishWithin, hurried, reading);
  for (const failure of failures) log.warn(`The last readings failed: ${failure}`);
}

/** Resolves when `work` is done, the time is over, or somebody hurries. */
async function waitFor(clock: Clock, ms: number, hurried: Promise<void>, work: Promise<void>): Promise<void> {
  let cancel = (): void => {};
  const passed = new Promise<void>((resolve) => {
    if (Number.isFinite(ms)) cancel = clock.at(clock.now() + ms, resolve);
  });
  await Promise.race([work, passed, hurried]);
  cancel();
}

/** Intents that a run leaves to somebody else, and where the team stood. */
type Left = Pick<EngineResult, "conflicts" | "unknown" | "standing">;

/** What a person can do about conflicts: one command for each. */
function conflictRemedy(ids: readonly string[]): string {
  const which = ids.length === 1 ? "" : `, for each of ${ids.join(", ")}`;
  return `Look at the trades of the service, then${which}: \`contender resolve ${ids[0] ?? ""} --as filled --reason …\` (or \`--as not-executed\`).`;
}

/**
 * The result of an end. A conflict that nobody has settled needs a person, however well the rest went; and so does a
 * trade that is not known when there is nothing to start again for.
 */
function resultOf(
  end: End,
  session: Session | null,
  endedAt: number,
  { conflicts, unknown, standing }: Left,
): EngineResult {
  const competition = session?.standings.competition;
  const exitCode = EXIT_CODES[end.code];
  const nothingMore = end.code === "COMPETITION_OVER" || end.code === "NOT_BEGUN";
  const needed = conflicts.length > 0 ? exitCode === 0 || nothingMore : unknown.length > 0 && nothingMore;
  const remedies = [
    conflicts.length > 0 && needed ? conflictRemedy(conflicts) : end.remedy,
    unknown.length > 0 ? unknownRemedy(unknown) : "",
  ];
  return {
    ...end,
    exitCode: needed ? 4 : exitCode,
    remedy: remedies.filter((text) => text !== "").join(" "),
    competition: competition === undefined ? null : { id: competition.id, name: competition.name },
    standing,
    equity: session?.equity.total() ?? null,
    disabled: (session?.runs ?? []).flatMap(({ name, disabled }) =>
      disabled === null ? [] : [{ strategy: name, ...disabled }],
    ),
    conflicts,
    unknown,
    endedAt,
  };
}
