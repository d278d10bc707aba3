import { freshId } from "../../core/base32.js";
import { sleep } from "../../core/time/clock.js";
import { freshSeed } from "../../core/random.js";
import { systemClock, unsetClock } from "../../core/time/system-clock.js";
import type { Engine } from "../../engine/control.js";
import { createEngine } from "../../engine/engine.js";
import type { SqliteJournal } from "../../journal/index.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { noGuard } from "../../strategy/guard.js";
import type { EngineSettings } from "../../engine/settings.js";
import { engineSettings } from "../config/engine-settings.js";
import { effectiveConfig } from "../config/print.js";
import type { Config } from "../config/schema.js";
import { EndedError } from "../errors.js";
import { holdJournal, journalPorts, type JournalPorts } from "../journal/hold.js";
import { refuseTeam } from "../journal/team.js";
import type { CommandSession } from "../command-session.js";
import { loadStrategies } from "../strategies/load.js";
import { version } from "../package.js";
import type { World } from "../service-connection/connection.js";

/** The parts with which a command acts itself when no bot is running. */
export interface HandParts extends CommandSession {
  readonly world: World;
  readonly registry: TokenRegistry;
}

/** Time between two checks whether the engine is ready, milliseconds of the machine. */
const LOOK_AGAIN = 20;

/** Milliseconds of the machine in which the competition must be joined: longer than the service's usual window. */
const JOIN_WITHIN = 90_000;

/**
 * Does one thing with a bot that decides nothing: the same books, risk, journal and trade protocol as ever. Throws
 * JournalHeldError where a bot runs, EndedError where there is no competition to trade in.
 * @param known what the journal alone answers; null: nothing
 * @param stop aborts when what is on its way shall be left to the next start
 */
export async function byHand<T>(
  parts: HandParts,
  act: (engine: Engine) => Promise<T>,
  { stop, known = () => null }: { readonly stop?: AbortSignal | undefined; known?(ports: JournalPorts): T | null } = {},
): Promise<T> {
  const journal = holdJournal(parts);
  try {
    const before = known(journalPorts(journal));
    if (before !== null) return before;
    const engine = await engineByHand(parts, journal);
    const ended = engine.run();
    if (!(await trades(engine, ended))) {
      engine.stop("the bot could not join the competition");
      const { code, reason, remedy, error } = await ended;
      // The engine's advice, to wait, is for a bot.
      const advice = code === "NOT_BEGUN" ? "Try again after it has begun." : remedy;
      throw new EndedError(code === "STOPPED" ? "UNREACHABLE" : (error ?? code), reason, advice);
    }
    const leave = (): void => {
      // Twice: nobody waits for what is in flight.
      engine.stop("interrupted");
      engine.stop("interrupted");
    };
    stop?.addEventListener("abort", leave, { once: true });
    try {
      return await act(engine);
    } finally {
      engine.stop("done");
      await ended;
    }
  } finally {
    journal.close();
  }
}

/** Waits until the engine trades, or will not. It waits itself only to try again what the service did not answer. */
async function trades(engine: Engine, ended: Promise<unknown>): Promise<boolean> {
  const until = systemClock.now() + JOIN_WITHIN;
  const undecided = ["connecting", "waiting"];
  while (undecided.includes(engine.status().phase) && systemClock.now() < until)
    await Promise.race([ended, sleep(systemClock, LOOK_AGAIN)]);
  return engine.status().phase === "trading";
}

async function engineByHand(parts: HandParts, journal: SqliteJournal): Promise<Engine> {
  const { loaded, registry, world, log } = parts;
  return createEngine({
    clock: world.clock,
    // As in a running bot: the machine's clock may be set while a trade is on its way.
    wall: unsetClock(),
    venue: world.gateway,
    ...journalPorts(journal),
    refuseTeam: (team) => refuseTeam(journal, loaded.path(loaded.config.data), team),
    log,
    seed: freshSeed(),
    registry,
    strategies: await bookHolders(parts, journal),
    settings: settingsByHand(loaded.config, registry, { now: world.clock.now(), speed: world.speed }),
    run: { id: freshId(), version: version(), config: effectiveConfig(loaded) },
    guard: noGuard,
  });
}

/**
 * What a person asks for is done now, and nothing else: after a drawdown stop a person decides, other hands are reported
 * as the bot does, and trades that keep the daily minimum are the bot's to make.
 */
export function settingsByHand(
  config: Config,
  registry: TokenRegistry,
  at: { readonly now: number; readonly speed: number },
): EngineSettings {
  const settings = engineSettings(config, registry, at, false);
  const risk = { ...settings.risk, drawdownStop: undefined };
  // A person asks again: an end, or that nothing has begun, is said at once.
  return {
    ...settings,
    risk,
    endDoubt: undefined,
    wait: false,
    stopOnForeignTrades: false,
    keepMinimum: false,
    tryReads: false,
  };
}

/**
 * The strategies whose books the journal already keeps, as holders of their books and nothing else: without them their
 * tokens would be taken for nobody's. In a competition that the bot has not yet joined there are none.
 */
async function bookHolders({ loaded, registry, world }: HandParts, journal: SqliteJournal): Promise<BoundStrategy[]> {
  const { competition } = await world.gateway.status();
  const known = competition === null ? undefined : journal.recover(competition.id).allocations;
  if (known === undefined || Object.keys(known).length === 0) return [];
  const reach = { registry, crossChain: true, fundedChains: null };
  const idle = { cadences: [], bars: [], tokens: [], traded: [] };
  return loadStrategies(loaded, reach).map((bound) => ({ ...bound, ...idle }));
}
