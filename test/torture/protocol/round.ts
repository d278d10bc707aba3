import type { Tally } from "../part.js";
import { judge } from "./judge.js";
import { sceneOf } from "./scene.js";
import { World, type Bug } from "./world.js";

/** A round, all of it drawn from its seed: a competition of some hours, then quiet, then judgement. */
export async function round(seed: string, bug: Bug = {}): Promise<Tally> {
  const world = new World(sceneOf(seed), bug);
  await world.run();
  const { service, witness, lives } = world;
  return {
    counts: {
      schedules: 1,
      trades: service.trades().length,
      intents: witness.intents.size,
      requests: service.requests,
      crashes: lives.filter(({ killedAt }) => killedAt !== null).length,
    },
    faults: service.faults,
    failures: judge(world),
  };
}
