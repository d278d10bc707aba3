import { freshId } from "../../core/base32.js";
import type { Log } from "../../core/log.js";
import { between, point } from "../../model/points.js";
import { freshSeed } from "../../core/random.js";
import { systemClock, unsetClock } from "../../core/time/system-clock.js";
import type { Engine } from "../../engine/control.js";
import { createEngine } from "../../engine/engine.js";
import type { EngineResult } from "../../engine/result.js";
import { plannedUse } from "../../gateway/planned-use.js";
import type { SqliteJournal } from "../../journal/index.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { watchdogGuard } from "../../strategy/guard.js";
import { clockSkew, SET_THE_CLOCK } from "../clock-skew.js";
import { engineSettings } from "../config/engine-settings.js";
import { keySourceOf } from "../config/key-source.js";
import { effectiveConfig } from "../config/print.js";
import { registryOf } from "../config/registry.js";
import { UsageError } from "../errors.js";
import { holdJournal, journalPorts } from "../journal/hold.js";
import { refuseTeam } from "../journal/team.js";
import { version } from "../package.js";
import { Closers } from "../process/closers.js";
import { keepAlive } from "../process/lifeline.js";
import { RunningStrategy } from "../process/running-strategy.js";
import { onSignals } from "../process/signals.js";
import type { CommandSession } from "../command-session.js";
import { loadStrategies } from "../strategies/load.js";
import { startReach, tellReach } from "../strategies/reach.js";
import { tellStrays } from "../strategies/unhandled-rejections.js";
import { undueIn } from "../strategies/never-scheduled.js";
import type { Span } from "../span.js";
import { tellPlannedUse } from "../tell-use.js";
import { openWorld } from "../service-connection/open.js";
import { openPaper } from "../service-connection/dry-run-venue.js";
import { tellsOfTeam } from "../service-connection/team-news.js";
import type { World } from "../service-connection/connection.js";
import { serveBot } from "./control.js";
import { openEventLines, type EventLines } from "./event-lines.js";
import { historyOf } from "./history.js";
import { plannedRequests } from "./planned.js";
import { openRecording, tapeFolder } from "./tape.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import { givesSomething, type Quote } from "../../model/trade.js";
import type { Venue, VenueReads } from "../../model/venue.js";

/** Milliseconds of the machine after which a bot whose thread is stuck ends itself. */
const STUCK_AFTER = 120_000;

const WATCHED = {
  what: "bot",
  advice: "Check the asynchronous code of your strategies for an endless loop. Sent trades are in the journal.",
};

/** How this start differs from the config. */
export interface StartOptions {
  /** Trade on a simulated venue at the service's prices; nothing is sent. */
  readonly dryRun: boolean;
  /** One tick of every strategy, its trades to their end, then stop. */
  readonly once: boolean;
  /** The file to which events are written as lines of JSON, `-` for standard output; absent: none. */
  readonly events?: string | undefined;
}

/** The end of a start, to be printed. */
export interface BotEnd extends EngineResult {
  readonly run: string;
  /** The service, for display. */
  readonly service: string;
  readonly dryRun: boolean;
  /** Folder of the journal. */
  readonly journal: string;
  /** Folder of the recorded prices; null where nothing was recorded. */
  readonly tape: string | null;
}

/** Runs the bot of a config to its end. Throws what keeps it from beginning; what ends it later is in the result. */
export async function startBot(session: CommandSession, options: StartOptions): Promise<BotEnd> {
  const { loaded, log } = session;
  const { config } = loaded;
  const registry = registryOf(config.tokens);
  if (config.strategies.length === 0)
    throw new UsageError("The config names no strategy", { remedy: "Add one to `strategies`." });
  const strategies = loadStrategies(loaded, startReach(loaded, registry));
  const closers = new Closers();
  // From before anything is awaited: a strategy's file may leave a promise behind when it is loaded.
  closers.add(
    tellStrays(
      strategies.map(({ file }) => file),
      log,
    ),
  );
  try {
    const events = options.events === undefined ? null : openEventLines(options.events, log);
    if (events !== null) closers.add(() => events.close());
    // First of all the lock: a second bot on this journal must not even read with the first one's limits.
    const journal = holdJournal(session);
    closers.add(() => journal.close());
    const world = await openWorld({ ...session, registry });
    closers.add(() => world.close());
    log.useClock(world.clock);
    const end = await runBot({ ...session, registry, strategies, journal, world, events, closers }, options);
    // It is printed: why a strategy was disabled is what that threw, and it may know secrets.
    return session.secrets.scrubValue(end) as BotEnd;
  } finally {
    point("stop", "close", "before");
    await closers.close();
    point("stop", "close", "after");
  }
}

interface Parts extends CommandSession {
  readonly registry: TokenRegistry;
  readonly strategies: readonly BoundStrategy[];
  readonly journal: SqliteJournal;
  readonly world: World;
  readonly events: EventLines | null;
  readonly closers: Closers;
}

async function runBot(parts: Parts, { dryRun, once }: StartOptions): Promise<BotEnd> {
  const { loaded, log, registry, strategies, world, closers } = parts;
  const { config } = loaded;
  const run = freshId();
  const pace = world.speed === 1 ? "" : `, whose clock runs ${world.speed} times as fast`;
  const paperOnly = dryRun ? "; a dry run, whose trades are simulated" : "";
  log.info(`Contender ${version()}, run ${run}: ${world.service}${pace}${paperOnly}`, { config: loaded.file });
  await greet(world, log);
  await tellReach(world, registry, strategies, log);
  if (!once) tellSchedules(world.span ?? { from: world.clock.now(), to: null }, world.clock.now(), strategies, log);

  const paper = dryRun ? await openPaper(world, config, registry, log, once) : null;
  if (paper !== null) closers.add(() => paper.close());
  // Such a venue ends with this process: an earlier one left nothing on it to go on with, and trades that
  // are open elsewhere could never be settled here.
  const rehearsal = world.ephemeral || paper !== null;

  const data = loaded.path(config.data);
  const tape = tapeFolder(data, world, run);
  const history = historyOf(loaded, registry, world, tape, log);
  const recording = config.record ? openRecording(tape, world.service, registry, log) : null;
  if (recording !== null) closers.add(() => recording.close());
  // The one difference between trading and a dry run: the venue that the same engine trades on. What it quotes in a dry
  // run it makes up itself: the service never said so, and it is on no tape.
  const live = recording === null ? world.gateway : tapQuotes(world.gateway, (quote) => recording.recordQuote(quote));
  const venue = paper?.venue ?? live;

  const settings = engineSettings(config, registry, { now: world.clock.now(), speed: world.speed }, once);
  const requests = plannedRequests(settings, strategies, registry, world.clock.now());
  tellPlannedUse(log, plannedUse(requests, world.gateway.limits()));
  const running = new RunningStrategy();
  const engine = createEngine({
    clock: world.clock,
    // Deadlines and the settling time of trades: the machine's clock may be set while one is on its way.
    wall: unsetClock(),
    venue,
    ...journalPorts(parts.journal),
    ...(rehearsal ? {} : { refuseTeam: (team) => refuseTeam(parts.journal, data, team) }),
    recover: (competitionId) => (rehearsal ? null : parts.journal.recover(competitionId)),
    log,
    seed: String(config.seed ?? freshSeed()),
    registry,
    strategies: running.reading(strategies),
    settings,
    run: { id: run, version: version(), config: effectiveConfig(loaded), rehearsal },
    history,
    guard: watchdogGuard(),
    keySource: keySourceOf(loaded),
    lastEnd: world.span?.to ?? null,
    ...(recording === null ? {} : { onPrice: (token, price, askedAt) => recording.record(token, price, askedAt) }),
  });
  const { events } = parts;
  if (events !== null) {
    engine.subscribe((event) => events.write(event));
    closers.add(() => engine.events.delivered());
  }
  const control = await serveBot({ ...parts, engine, venue, run, dryRun, recording });
  closers.add(() => control.close());
  const result = await untilEnd(engine, running, parts);
  return { ...result, run, service: world.service, dryRun, journal: data, tape: recording === null ? null : tape };
}

/**
 * Looks whether the service is there, knows us, and has our time. What is news of the competition is left to the engine.
 */
async function greet({ gateway, clock, speed }: World, log: CommandSession["log"]): Promise<void> {
  try {
    const asked = clock.now();
    const { health } = await gateway.connect();
    const { text, far } = clockSkew(health.timestamp, asked, clock.now());
    if (speed === 1 && far)
      log.warn(
        `Clock difference: ${text}. Schedules, days and the time left follow this machine's clock. ${SET_THE_CLOCK}`,
      );
  } catch (error) {
    if (!tellsOfTeam(error)) throw error;
  }
}

/** Warns of strategies that will not run once before the end. If only the service knows the end, the engine warns when it learns of it. */
function tellSchedules({ from, to }: Span, now: number, strategies: readonly BoundStrategy[], log: Log): void {
  for (const { text, remedy } of undueIn(strategies, { from: Math.max(from, now), to })) log.warn(`${text}. ${remedy}`);
}

async function untilEnd(engine: Engine, running: RunningStrategy, { log, closers }: Parts) {
  const release = onSignals((signal, count) => {
    const text = count === 1 ? "finishing trades in flight; repeat the signal to exit at once" : "ending now";
    log.warn(`${signal}: ${text}`);
    between("stop", "signal", () => engine.stop(`stopped by ${signal}`));
  });
  // One that comes while everything is closed must not cut that short.
  closers.addLast(release);
  closers.add(keepAlive(systemClock, STUCK_AFTER, log, { ...WATCHED, running }));
  return engine.run();
}

/** The venue, and `onQuote` is told of every quote that is read of it and gives something: once of one that several share. */
export function tapQuotes(venue: Venue, onQuote: (quote: Quote) => void): Venue {
  const seen = new WeakSet<Quote>();
  const told = (quote: MaybePromise<Quote>): MaybePromise<Quote> =>
    andThen(quote, (read) => {
      if (!seen.has(read) && givesSomething(read)) {
        seen.add(read);
        onQuote(read);
      }
      return read;
    });
  const tapped = <Reads extends Pick<VenueReads, "quote">>(reads: Reads): Reads => ({
    ...reads,
    quote: (request, options) => told(reads.quote(request, options)),
  });
  return { ...tapped(venue), scope: () => tapped(venue.scope()) };
}
