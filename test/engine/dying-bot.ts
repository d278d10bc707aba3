import { expect } from "vitest";
import { plain } from "../../src/core/decimal.js";
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

/** The books add up to what the exchange has of the team, to the last digit. */
export function expectWholeBooks({ journal, competition, exchange, team }: TestWorld): void {
  const books = Object.values(journal.recover(competition.id).books);
  for (const { token, amount } of exchange.balances(team.id)) {
    const sum = books.reduce((total, book) => total.plus(book[token]?.amount ?? 0), amount.minus(amount));
    expect(plain(sum)).toBe(plain(amount));
  }
}
