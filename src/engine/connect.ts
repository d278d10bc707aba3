import { messageOf } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { TeamProfile } from "../model/competition.js";
import { attemptWithin } from "./bounded.js";
import { readSituation, situationOfError, type Situation } from "./situation.js";
import { warmUp } from "./warm-up.js";
import type { World } from "./world.js";

/** What a bot knows once it is connected. */
export interface Connection {
  /** Null where the service did not say who we are; the situation tells why. */
  readonly team: TeamProfile | null;
  readonly situation: Situation;
}

/** Who we are, where the competition stands, and the past of the prices. */
export function connect(world: World): MaybePromise<Connection> {
  const { venue } = world.ports;
  // Both are asked for before either is awaited.
  const asked = attemptWithin(world.bound, (options) => venue.profile(options));
  const read = readSituation(venue, world.bound);
  return andThen(asked, (profile) =>
    andThen(read, (situation) => {
      if (!profile.ok) return { team: null, situation: situationOfError(profile.error) };
      return andThen(readPast(world), () => ({ team: profile.value, situation }));
    }),
  );
}

function readPast({ ports, bars, note }: World): MaybePromise<void> {
  return warmUp(bars, ports.history ?? [], ports.clock.now(), (token, error) =>
    note("warn", "history-unread", `The history of ${token} cannot be read: ${messageOf(error)}`, { token }),
  );
}
