import { expect, test } from "vitest";
import { ContenderError } from "../../../src/core/errors.js";
import type { Venue } from "../../../src/model/venue.js";
import { buyer } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, START, type TestWorld } from "../world.js";

const TEXT = "Your team is not participating in the active competition";

class NotInIt extends ContenderError {
  readonly code = "NOT_PARTICIPATING";
}

const refuse = (): never => {
  throw new NotInIt(TEXT);
};

/** The world's venue, whose status says `participating` of the team. */
function venueOf(world: TestWorld, participating: boolean | null, more: Partial<Venue>): Venue {
  const { venue } = world;
  return {
    ...venue,
    status: async (options) => ({ ...(await venue.status(options)), participating, message: null }),
    ...more,
  };
}

const ENDED = {
  code: "NOT_PARTICIPATING",
  exitCode: 3,
  reason: TEXT,
  remedy: "Ask those who run the competition to let the team in.",
};

test.each(["rules", "leaderboard"] as const)(
  "refused %s end the bot before it trades if the status does not say that it takes part",
  async (reading) => {
    const world = makeWorld({ strategies: [buyer()] });
    const engine = world.bot({ venue: venueOf(world, null, { [reading]: refuse }) });
    expect(await runToEnd(world, HOUR, engine)).toMatchObject({ ...ENDED, endedAt: START });
    expect(world.journal.intents).toEqual([]);
  },
);

test.each([null, true])("after a refused trade the bot ends at once, unless the status says true: %s", async (says) => {
  const world = makeWorld({ strategies: [buyer()], settings: { watchEvery: HOUR } });
  const execute: Venue["execute"] = () => ({ kind: "rejected", code: "NOT_PARTICIPATING", text: TEXT });
  const engine = world.bot({ venue: venueOf(world, says, { execute }) });
  const ended = engine.run();
  await pass(world, 25 * MINUTE);
  if (says === null) expect(await ended).toMatchObject({ ...ENDED, endedAt: START + 10 * MINUTE });
  else expect(engine.status().phase).toBe("trading");
  expect(world.journal.intents).toHaveLength(says === null ? 1 : 2);
});

test.each([
  ["nothing, and that ends the bot as ever", null, ENDED],
  ["that it is in, and that is believed", true, { code: "ONCE", exitCode: 0 }],
])("with --once, too, the status is read after a refused trade: it says %s", async (_, says, end) => {
  const world = makeWorld({ strategies: [buyer()], settings: { once: true } });
  const execute: Venue["execute"] = () => ({ kind: "rejected", code: "NOT_PARTICIPATING", text: TEXT });
  const engine = world.bot({ venue: venueOf(world, says, { execute }) });
  expect(await runToEnd(world, HOUR, engine)).toMatchObject({ ...end, endedAt: START });
  expect(world.journal.intents).toMatchObject([{ state: "REJECTED" }]);
});

test("with --once, too, a team that is removed before its trade is disqualified", async () => {
  const world = makeWorld({ strategies: [buyer()], settings: { once: true } });
  const execute: Venue["execute"] = (...asked) => {
    world.exchange.deactivateTeam(world.team.id, "cheated");
    return world.venue.execute(...asked);
  };
  const engine = world.bot({ venue: { ...world.venue, execute } });
  expect(await runToEnd(world, HOUR, engine)).toMatchObject({ code: "DISQUALIFIED", exitCode: 4 });
});

test("a refusal that the status has contradicted is not counted later", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  let refused = 0;
  const { venue } = world;
  const engine = world.bot({
    venue: {
      ...venue,
      leaderboard: (...asked) => (refused++ === 0 ? refuse() : venue.leaderboard(...asked)),
      status: async (options) => ({
        ...(await venue.status(options)),
        participating: world.clock.now() > START + MINUTE ? null : true,
      }),
    },
  });
  void engine.run();
  await pass(world, HOUR);
  expect(engine.status().phase).toBe("trading");
});

test.each([
  ["lists the team, and it goes on", false],
  ["is refused too, and that lasts for ten minutes", true],
])("a refusal during a competition is doubted: the leaderboard %s", async (_, refused) => {
  const world = makeWorld({ strategies: [buyer()], settings: { endDoubt: 10 * MINUTE, leaderboardEvery: Infinity } });
  let executed = 0;
  const late = (): boolean => refused && world.clock.now() > START;
  const engine = world.bot({
    venue: venueOf(world, null, {
      execute: (...asked) =>
        executed++ === 0 ? { kind: "rejected", code: "NOT_PARTICIPATING", text: TEXT } : world.venue.execute(...asked),
      leaderboard: (...asked) => (late() ? refuse() : world.venue.leaderboard(...asked)),
    }),
  });
  const ended = engine.run();
  await pass(world, 35 * MINUTE);
  if (refused) expect(await ended).toMatchObject({ code: "NOT_PARTICIPATING", endedAt: START + 20 * MINUTE });
  else expect(engine.status()).toMatchObject({ phase: "trading", doubt: null });
  expect(world.exchange.trades(world.team.id)).toHaveLength(refused ? 0 : 2);
});
