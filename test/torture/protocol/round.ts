import type { Tally } from "../machinery/part.js";
import { conflictsBy } from "./conflicts.js";
import { judge } from "./judge.js";
import type { Scene } from "./scene.js";
import { World, type Bug } from "./world.js";

/** Plays a scene to its end, and judges it. */
export async function play(scene: Scene, bug: Bug = {}): Promise<Tally> {
  const world = new World(scene, bug);
  await world.run();
  const { service, witness, lives } = world;
  return {
    counts: {
      schedules: 1,
      trades: service.trades().length,
      intents: witness.intents.size,
      requests: service.requests,
      crashes: lives.filter(({ killedAt }) => killedAt !== null).length,
      ...conflictsBy(witness),
    },
    faults: service.sandbox.faults.counts(),
    failures: judge(world),
  };
}
