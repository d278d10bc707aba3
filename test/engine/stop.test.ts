import { expect, test } from "vitest";
import { sleep } from "../../src/core/clock.js";
import { deciding } from "./strategies.js";
import { flush, HOUR, makeWorld, MINUTE, pass } from "./world.js";

const eager = deciding("eager", ({ swap }) =>
  ["first", "second", "third", "fourth"].map((reason) =>
    swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason }),
  ),
);

test("a stop sends nothing new, though a reading that does not answer keeps the bot a while", async () => {
  let boards = 0;
  const world = makeWorld({
    strategies: [eager],
    duration: 2 * HOUR,
    settings: { leaderboardEvery: 10 * MINUTE },
    venue: (venue) => ({
      ...venue,
      leaderboard: (id, options) => (boards++ === 0 ? venue.leaderboard(id, options) : new Promise(() => {})),
      quote: async (request, options) => {
        await sleep(world.clock, 1_000);
        return venue.quote(request, options);
      },
    }),
  });
  const ended = world.engine.run();
  await pass(world, 10 * MINUTE + 1_500);
  const made = (): string[] => world.exchange.trades(world.team.id).map(({ reason }) => reason?.split(" ")[1] ?? "");
  expect(made()).toEqual(["first"]);
  world.engine.stop("SIGTERM");
  await flush();
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "DROPPED", "DROPPED", "DROPPED"]);
  await pass(world, 30 * MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect(made()).toEqual(["first"]);
});
