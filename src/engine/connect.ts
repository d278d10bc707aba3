import { sleep } from "../core/time/clock.js";
import { messageOf } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { TeamProfile } from "../model/competition.js";
import { attemptWithin } from "./timeouts/bounded.js";
import { FIRST_PAUSE, READINGS } from "./competition/end-confirmation.js";
import { readSituation, situationOfError, type Situation } from "./competition/situation.js";
import { end } from "./end-messages.js";
import { warmUp } from "./prices/warm-up.js";
import type { End } from "./result.js";
import type { EngineContext } from "./context.js";

/** What a bot knows once it is connected. */
interface Connection {
  /** Null where the service did not say who we are; the situation tells why. */
  readonly team: TeamProfile | null;
  readonly situation: Situation;
  /** How it ends where the journal belongs to another team; null where it does not. */
  readonly refused: End | null;
}

/** Who we are, where the competition stands, and the past of the prices. */
export function connect(context: EngineContext): MaybePromise<Connection> {
  const { venue } = context.ports;
  // Both are asked for before either is awaited.
  const asked = attemptWithin(context.bound, (options) => venue.profile(options));
  const read = readSituation(venue, context.bound);
  return andThen(asked, (profile) =>
    andThen(read, (situation) => {
      if (!profile.ok) return { team: null, situation: situationOfError(profile.error), refused: null };
      const team = profile.value;
      const refused = refusedTeam(context, team);
      if (refused !== null) return { team, situation, refused };
      return andThen(confirm(context, situation), (sure) =>
        andThen(readPast(context), () => ({ team, situation: sure, refused })),
      );
    }),
  );
}

function refusedTeam({ ports }: EngineContext, team: TeamProfile): End | null {
  const refusal = ports.refuseTeam?.(team) ?? null;
  return refusal === null ? null : end("JOURNAL_TEAM", refusal.reason, refusal.remedy);
}

/**
 * What would end the bot at once, by one answer that may be a restarting service's, is read again: it has to be said as
 * often as a later end. What it names as ended is no competition of ours yet, and proves no more.
 */
function confirm(context: EngineContext, first: Situation): MaybePromise<Situation> {
  if (context.ports.settings.endDoubt === undefined || !leavesNothing(context, first)) return first;
  context.note(
    "info",
    "end-in-doubt",
    `By the status there is nothing to join: it ends if ${READINGS - 1} more readings say so`,
  );
  return readAgain(context, first);
}

async function readAgain(context: EngineContext, first: Situation): Promise<Situation> {
  const { ports, bound, stop } = context;
  let situation = first;
  for (let readings = 1; readings < READINGS && leavesNothing(context, situation); readings++) {
    await sleep(ports.clock, FIRST_PAUSE, stop.signal).catch(() => {});
    if (stop.signal.aborted) break;
    situation = await readSituation(ports.venue, bound);
  }
  return situation;
}

/** Whether a status says that there is neither a competition to join nor one to wait for. */
function leavesNothing({ ports }: EngineContext, situation: Situation): boolean {
  return situation.kind === "pending"
    ? !ports.settings.wait
    : situation.kind === "over" && situation.competition !== null;
}

function readPast({ ports, bars, note }: EngineContext): MaybePromise<void> {
  return warmUp(bars, ports.history ?? [], ports.clock.now(), (token, error) =>
    note("warn", "history-unread", `The history of ${token} cannot be read: ${messageOf(error)}`, { token }),
  );
}
