import { seededRandom } from "../../../src/core/random.js";
import type { Tally } from "../machinery/part.js";
import { judge } from "../protocol/judge.js";
import { sceneOf, type Scene } from "../protocol/scene.js";
import { World, type Bug } from "../protocol/world.js";
import { PowerShelf } from "./shelf.js";

const MINUTE = 60_000;

/** A schedule as the protocol's, on a machine that loses its power again and again. */
export function powerScene(seed: string, most = 30 * MINUTE): Scene {
  const lifespan = 30 + seededRandom(seed).fork("power").int(90);
  return { ...sceneOf(seed, most), disk: true, lifespan };
}

/** Plays it to its end, and judges each boot and what has come of it all. */
export async function playPower(scene: Scene, bug: Bug = {}): Promise<Tally> {
  const shelves: PowerShelf[] = [];
  const world = new World(scene, bug, (made) => {
    const shelf = new PowerShelf(made);
    shelves.push(shelf);
    return shelf;
  });
  await world.run();
  const { service, lives } = world;
  return {
    counts: {
      cuts: shelves.reduce((all, { cuts }) => all + cuts, 0),
      outages: lives.filter(({ killedAt }) => killedAt !== null).length,
      writes: lives.filter(({ killedAt }) => killedAt?.startsWith("in ")).length,
      trades: service.trades().length,
    },
    faults: shelves[0]?.met ?? {},
    failures: [...new Set(shelves.flatMap(({ failures }) => failures))].slice(0, 5).concat(judge(world)),
  };
}
