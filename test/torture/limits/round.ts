import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep } from "../../../src/core/time/clock.js";
import { seededRandom, type Random } from "../../../src/core/random.js";
import type { RateLimit } from "../../../src/model/rules.js";
import { operations } from "../../../src/contract/index.js";
import type { Tally } from "../machinery/part.js";
import { demand, strategy, SWAP, trades } from "./load.js";
import type { Plant } from "./plants.js";
import { quickTimers, type QuickTimers } from "./quick-timers.js";
import { scenarioOf, type Scenario } from "./scenario.js";
import { WatchedLimiter } from "./watched-limiter.js";
import { keysOf } from "./windows.js";
import { World, type Process, type WorldFlaws } from "./world.js";

export interface RoundOptions {
  /** Requests that reach the server, about. */
  readonly requests?: number;
  readonly kind?: Scenario["kind"];
  readonly flaws?: WorldFlaws;
  readonly plant?: Plant;
}

/** Reads that are asked for without end where demand is judged: one of each limit. */
const DEMANDED = { 0: "getPrice", 2: "getQuote", 3: "getBalances", 7: "getStatus" } as const;

/** True time, milliseconds, after which a scenario that does not come to its requests has come to a stand. */
const LONGEST_MS = 24 * 3_600_000;

/** Plays what a seed draws, and judges it. */
export async function playRound(seed: string, options: RoundOptions = {}): Promise<Tally> {
  const random = seededRandom(seed);
  const drawn = scenarioOf(random, options.requests ?? 8_000);
  const scenario = options.kind === undefined ? drawn : ofKind(options.kind, seed, drawn.requests);
  const dir = mkdtempSync(join(tmpdir(), "contender-limits-"));
  const world = new World(scenario, dir, random, options.flaws ?? {});
  const uproot = options.plant?.(world.machine.steady) ?? (() => undefined);
  const timers = quickTimers();
  const watched = new WatchedLimiter({
    truth: world.machine.truth,
    limits: () => world.limits,
    reservePercent: scenario.kind === "storm" ? null : scenario.reservePercent,
    deadlineMs: scenario.deadlineMs,
  });
  try {
    const failures = await play(world, timers, random);
    await world.close();
    await timers.settled();
    return tallyOf(
      world,
      [...new Set([...world.judge.violations, ...world.pauses.violations, ...watched.violations])]
        .slice(0, 5)
        .concat(failures),
    );
  } finally {
    watched.restore();
    uproot();
    timers.restore();
    rmSync(dir, { recursive: true, force: true });
  }
}

function ofKind(kind: Scenario["kind"], seed: string, requests: number): Scenario {
  for (let i = 0; ; i++) {
    const scenario = scenarioOf(seededRandom(`${seed}/${i}`), requests);
    if (scenario.kind === kind) return { ...scenario, requests };
  }
}

function play(world: World, timers: QuickTimers, random: Random): Promise<string[]> {
  return world.scenario.kind === "storm" ? playStorm(world, timers, random) : playDemand(world, timers, random);
}

async function playStorm(world: World, timers: QuickTimers, random: Random): Promise<string[]> {
  const { scenario, machine } = world;
  let bot = startBot(world, random);
  const begin = (): void => {
    world.kill(bot);
    bot = startBot(world, random);
    world.counts.restarts++;
  };
  const calamities = async (): Promise<void> => {
    for (;;) {
      const from = world.judge.arrivals + 2 * scenario.calamityEvery * random.next();
      while (world.judge.arrivals < from) await sleep(machine.truth, 1 + random.int(500));
      const which = random.int(20);
      if (which < 5) begin();
      else if (which < 6) {
        world.boot();
        await sleep(machine.truth, 5_000 + random.int(120_000));
        bot = startBot(world, random);
      } else if (which < 10) world.jump();
      else if (which < 13) world.change();
      else if (which < 15) world.network.stormUntil = machine.truth.now() + random.int(10_000);
      else void command(world, random);
    }
  };
  void calamities();
  return drive(world, timers);
}

function startBot(world: World, random: Random): Process {
  const process = world.start();
  for (let i = 0; i < world.scenario.strategies; i++)
    void strategy(process.gateway, process.clock, random.fork(`strategy ${i} ${world.counts.restarts}`), process.alive);
  return process;
}

/** One command beside the bot, with a gateway of its own, which ends well or is killed. */
async function command(world: World, random: Random): Promise<void> {
  world.counts.commands++;
  const process = world.start();
  const asked = Array.from({ length: 1 + random.int(5) }, () => process.gateway.portfolio().catch(() => undefined));
  void process.gateway.quote(SWAP).catch(() => undefined);
  await Promise.race([Promise.all(asked), sleep(world.machine.truth, 10_000)]);
  if (random.next() < 0.7) await process.gateway.close();
  world.kill(process);
}

/** Judges, beside the windows, how much of what is left is used. */
async function playDemand(world: World, timers: QuickTimers, random: Random): Promise<string[]> {
  const { machine } = world;
  const process = world.start();
  const forever = (): boolean => true;
  const ended = (): void => undefined;
  for (const kind of Object.keys(DEMANDED)) demand(process.gateway, Number(kind), 40, forever).catch(ended);
  const every = 3_000 + random.int(20_000);
  trades(process.gateway, process.clock, random.fork("trades"), every, forever).catch(ended);
  const start = machine.truth.now();
  const stood = await drive(world, timers);
  const took = machine.truth.now() - start;
  const unused = Object.values(DEMANDED).flatMap((id) => {
    const used = Math.max(...usesOf(world, id, took));
    return used >= 0.95 ? [] : [`only ${(100 * used).toFixed(1)} % of what ${id} may use was used under demand`];
  });
  return [...stood, ...unused];
}

/** The share that was used of each limit of an operation, of what it leaves to reads. */
function usesOf({ judge, scenario }: World, id: keyof typeof operations, took: number): number[] {
  return keysOf(id, operations[id].scopes).flatMap(([key, scope]) =>
    scenario.limits.flatMap((limit: RateLimit) => {
      if (limit.scope !== scope) return [];
      const kept =
        scope === "price" || key === "each:getPrice" ? 0 : Math.ceil((limit.count * scenario.reservePercent) / 100);
      const windows = Math.max(1, took / limit.windowMs);
      return [(judge.counted.get(key) ?? 0) / ((limit.count - kept) * windows)];
    }),
  );
}

/** Lets time pass until enough was sent. */
async function drive({ scenario, machine: { truth }, judge }: World, timers: QuickTimers): Promise<string[]> {
  const end = truth.now() + LONGEST_MS;
  await timers.settled();
  // Once broken is enough: a limiter that is far off would flood the network.
  while (judge.arrivals < scenario.requests && judge.violations.length === 0) {
    if (truth.now() > end || !truth.step()) return [`it came to a stand after ${judge.arrivals} requests`];
    await timers.settled();
  }
  return [];
}

function tallyOf({ judge, pauses, network, counts }: World, failures: readonly string[]): Tally {
  const { "429": limited = 0, "429 without headers": bare = 0 } = network.faults;
  return {
    counts: {
      requests: judge.arrivals,
      windows: judge.looked,
      ...counts,
      refusals: limited + bare,
      pauses: pauses.heardOf,
    },
    faults: network.faults,
    failures,
  };
}
