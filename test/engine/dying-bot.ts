import type { Venue } from "../../src/model/venue.js";
import { pass, type TestWorld } from "./world.js";

const never = (): Promise<never> => new Promise(() => {});

/** Runs a bot for a while, then kills it: no timer of it fires and nothing answers it any more. */
export async function killed(world: TestWorld, ms: number, venue = world.venue): Promise<void> {
  let dead = false;
  const { clock } = world;
  const ports = {
    clock: { now: () => clock.now(), at: (at: number, run: () => void) => clock.at(at, () => !dead && run()) },
    venue: new Proxy(venue, { get: (real, member: keyof Venue) => (dead ? never : real[member]) }),
  };
  void world.bot(ports).run();
  await pass(world, ms);
  dead = true;
}

/**
 * A venue that loses answers to trades.
 *
 * @param loses whether that of the first, the second … trade
 * @param made whether it has made these trades
 */
export function losing(venue: Venue, loses: (nth: number) => boolean = () => true, made = true): Venue {
  let nth = 0;
  return {
    ...venue,
    execute(...args) {
      if (!loses(++nth)) return venue.execute(...args);
      if (made) void venue.execute(...args);
      return never();
    },
  };
}
