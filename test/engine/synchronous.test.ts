import { expect, test } from "vitest";
import { idler } from "./strategies.js";
import { HOUR, makeWorld } from "./world.js";

test("if all ports answer at once, ticks need no promise: moving the clock is enough", () => {
  const world = makeWorld({
    strategies: [idler("a", "* * * * *"), idler("b", "*/2 * * * *")].map((definition) => ({
      definition,
      allocation: 0.5,
    })),
    duration: 3 * HOUR,
  });
  void world.engine.run();
  world.clock.runUntil(world.clock.now() + HOUR);
  expect(world.engine.status().phase).toBe("trading");
  expect(world.journal.ticks).toHaveLength(60);
  expect(world.journal.equityPoints).toHaveLength(61);
});
