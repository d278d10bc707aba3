import { expect, test } from "vitest";
import { sleep } from "../../src/core/time/clock.js";
import { buyer } from "./strategies.js";
import { makeWorld, MINUTE, runToEnd } from "./world.js";

test("--once waits for the end of its trades, however long a venue takes", async () => {
  const world = makeWorld({
    strategies: ["a", "b"].map((name) => ({ definition: buyer(name), allocation: 0.5 })),
    settings: { once: true },
    venue: (venue) => ({
      ...venue,
      quote: async (request, options) => {
        await sleep(world.clock, 3_000);
        return venue.quote(request, options);
      },
    }),
  });
  expect(await runToEnd(world, MINUTE)).toMatchObject({ code: "ONCE", exitCode: 0 });
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "FILLED"]);
});
