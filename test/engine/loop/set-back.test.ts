import { expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Clock } from "../../../src/core/time/clock.js";
import { deciding } from "../strategies.js";
import { flush, makeWorld, MINUTE, pass, START } from "../world.js";

/** A machine whose clock may be set: its timers go by how long they were set for. */
class Machine implements Clock {
  world: Clock = new SimulatedClock(0);
  set = 0;

  now(): number {
    return this.world.now() + this.set;
  }

  at(at: number, run: () => void): () => void {
    return this.world.at(at - this.set, run);
  }
}

const watcher = deciding("watcher", ({ now, hold }) => hold({ reason: `at ${(now - START) / MINUTE}` }));

test("a bot whose clock was set back reports until when it decides nothing; a restart continues at once", async () => {
  const machine = new Machine();
  const world = makeWorld({ strategies: [watcher], ports: { clock: machine } });
  machine.world = world.clock;
  const decided = (): string[] => world.journal.decisions.map(({ decision }) => decision.reason);
  const ended = world.engine.run();
  await pass(world, 35 * MINUTE);
  expect(decided()).toEqual(["at 10", "at 20", "at 30"]);
  machine.set = -30 * MINUTE;
  await pass(world, 15 * MINUTE);
  expect(decided()).toEqual(["at 10", "at 20", "at 30"]);
  const said = world.journal.notes.filter(({ kind }) => kind === "clock-set-back");
  expect(said).toMatchObject([{ level: "warn", data: { by: 30 * MINUTE } }]);
  const until = new Date(said[0]?.data?.["until"] as number).toISOString();
  expect(until).toMatch(/T00:3[5-9]/);
  expect(said[0]?.text).toContain(`set back by 30m: nothing is decided, and no price is sampled, before ${until},`);
  expect(world.lines.filter(({ message }) => message === said[0]?.text)).toHaveLength(1);
  world.engine.stop("SIGTERM");
  await flush();
  await ended;
  // The clock shows 00:20 now.
  void world.bot().run();
  await pass(world, 10 * MINUTE + 1_000);
  expect(decided()).toEqual(["at 10", "at 20", "at 30", "at 30"]);
});
