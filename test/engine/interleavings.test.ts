import { expect, test } from "vitest";
import { ContenderError } from "../../src/core/errors.js";
import { equalsDouble, ZERO } from "../../src/core/decimal.js";
import { seededRandom, type Random } from "../../src/core/random.js";
import type { Engine } from "../../src/engine/engine.js";
import type { EngineResult } from "../../src/engine/result.js";
import type { Venue } from "../../src/model/venue.js";
import type { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { deciding, idler } from "./strategies.js";
import { bound, flush, HOUR, makeWorld, MINUTE, pass, SETTINGS, type TestWorld } from "./world.js";

const SEEDS = 30;
const STEPS = 120;

const trader = (name: string, random: Random, schedule: string) =>
  deciding(
    name,
    ({ swap, target, cancel, hold }) => {
      const usd = 10 + random.int(40);
      switch (random.int(6)) {
        case 0:
          return target({ weights: { "WETH.eth": random.next() }, reason: "rebalances" });
        case 1:
          return cancel({ reason: "takes it back" });
        case 2:
          return hold({ reason: "waits" });
        case 3:
          return swap({ from: "WETH.eth", to: "USDC.eth", size: { fraction: 0.5 }, reason: "sells" });
        default:
          return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd }, reason: "buys" });
      }
    },
    schedule,
  );

class Away extends ContenderError {
  readonly code = "UNREACHABLE";
}

/** Holds every request of a venue before it arrives and before it is answered, until somebody lets it go, or lets it fail. */
class Gate {
  readonly held: ((error?: Error) => void)[] = [];
  open = false;

  wait(): Promise<void> {
    if (this.open) return Promise.resolve();
    return new Promise((resolve, reject) =>
      this.held.push((error) => (error === undefined ? resolve() : reject(error))),
    );
  }

  let(random: Random, count: number, error?: Error): void {
    for (let i = 0; i < count; i++) {
      const [one] = this.held.splice(random.int(this.held.length), 1);
      one?.(error);
    }
  }

  letAll(): void {
    this.open = true;
    for (const one of this.held.splice(0)) one();
  }
}

const ASKED = [
  "profile",
  "status",
  "rules",
  "leaderboard",
  "balances",
  "portfolio",
  "trades",
  "quote",
  "price",
] as const;

/** A venue whose answers come when the gate says so; `sent` has what was asked to be traded. */
function gated(venue: Venue, gate: Gate, sent: string[]): Venue {
  const slowly =
    <A extends unknown[], T>(ask: (...args: A) => T) =>
    async (...args: A) => {
      await gate.wait();
      const answer = await ask(...args);
      await gate.wait();
      return answer;
    };
  const reads = Object.fromEntries(ASKED.map((name) => [name, slowly(venue[name] as (...args: unknown[]) => unknown)]));
  const slow = { ...venue, ...reads };
  return {
    ...slow,
    scope: () => ({ ...slow, close() {} }),
    async execute(request, options) {
      sent.push(request.reason.slice(0, 13));
      const { signal } = options ?? {};
      await gate.wait();
      // Later than the settling time allows nothing arrives.
      signal?.throwIfAborted();
      const answer = await venue.execute(request, options);
      await gate.wait();
      return answer;
    },
  };
}

const FINAL = ["DROPPED", "FILLED", "REJECTED", "NOT_EXECUTED"];

function written(journal: MemoryJournal): unknown[] {
  const { runs, ticks, steps, entries, notes, equityPoints } = journal;
  return [runs.at(-1)?.ending, ticks.length, steps.length, entries.length, notes.length, equityPoints.length];
}

/** What somebody, or time, does to a bot. */
async function befall(world: TestWorld, engine: Engine, gate: Gate, random: Random): Promise<void> {
  const { journal, exchange, team } = world;
  const doing = random.int(20);
  const open = journal.intents.find(({ state }) => state === "UNKNOWN" || state === "CONFLICT")?.intent;
  if (doing < 10) gate.let(random, 1 + random.int(6));
  else if (doing < 11) gate.let(random, 1, new Away("503"));
  else if (doing < 15) await pass(world, random.int(4_000));
  else if (doing < 16) await pass(world, random.int(MINUTE));
  else if (doing < 18) {
    const swap = { from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: "by hand" };
    void engine.swap(swap).catch(() => undefined);
  } else if (open !== undefined && exchange.trades(team.id).some(({ reason }) => reason?.startsWith(open.marker)))
    void engine.resolve(open.id, { kind: "filled", reason: "I saw it" }).catch(() => undefined);
  await flush();
}

/** A start whose requests are held, until it has stopped; nothing may be sent, or written, after that. */
async function live(world: TestWorld, random: Random, sent: string[]): Promise<void> {
  const { journal, clock } = world;
  const gate = new Gate();
  // Some are held from the first request on, most once they trade.
  gate.open = random.int(5) > 0;
  const strategies = ["* * * * *", "*/2 * * * *"].map((schedule, i) =>
    bound({ definition: trader(`s${i}`, random.fork(`s${i}`), schedule), allocation: 0.4 }),
  );
  const engine = world.bot({ venue: gated(world.venue, gate, sent), strategies });
  const ended: EngineResult[] = [];
  void engine.run().then((result) => ended.push(result));
  await pass(world, gate.open ? 61_000 : 0);
  gate.open = false;
  const first = sent.length;
  const stopAt = random.int(STEPS);
  let allowed = Infinity;
  for (let step = 0; step < STEPS; step++) {
    if (step === stopAt) {
      engine.stop("Ctrl-C");
      allowed = sent.length;
    }
    await befall(world, engine, gate, random);
  }
  const hurriedAt = clock.now();
  const hurried = random.int(2) === 0;
  if (hurried) engine.stop("Ctrl-C");
  await pass(world, hurried ? 0 : 3 * SETTINGS.finishWithin);
  const [result] = ended;
  expect(result, "it ends").toBeDefined();
  if (hurried) expect(result?.endedAt).toBeLessThanOrEqual(hurriedAt);
  const open = journal.intents.filter(({ state }) => state === "SENT" || state === "UNKNOWN");
  const own = open.filter(({ intent }) => sent.indexOf(intent.marker) >= first).map(({ intent }) => intent.id);
  expect(result?.unknown, "what is not known is named").toEqual(expect.arrayContaining(own));
  const before = written(journal);
  gate.letAll();
  await pass(world, 5 * MINUTE);
  expect(written(journal), "nothing is written after the end").toEqual(before);
  expect(sent.length, "nothing is sent after the stop").toBeLessThanOrEqual(allowed);
  expect(new Set(sent).size, "no marker is sent twice").toBe(sent.length);
}

test.each(Array.from({ length: SEEDS }, (_none, seed) => seed))(
  "in whatever order answers, failures, stops and a person's words come, a stop is the end, and the next start settles all (%i)",
  async (seed) => {
    const random = seededRandom(`interleavings ${seed}`);
    const settings = {
      ...{ wait: true, endDoubt: 5_000, balancesEvery: 3 * MINUTE, leaderboardEvery: 5 * MINUTE },
      risk: { drawdownStop: { share: 0.9 } },
    };
    const world = makeWorld({ duration: (random.int(2) === 0 ? 0.4 : 24) * HOUR, settings });
    const { journal, exchange, team } = world;
    const sent: string[] = [];
    for (let lives = 0; lives < 2; lives++) await live(world, random, sent);
    const idle = ["s0", "s1"].map((name) => bound({ definition: idler(name), allocation: 0.4 }));
    void world.bot({ strategies: idle }).run();
    await pass(world, 10 * MINUTE);
    expect(journal.intents.map(({ state }) => state).filter((state) => !FINAL.includes(state))).toEqual([]);
    const filled = journal.intents.filter(({ state }) => state === "FILLED").map(({ intent }) => intent.marker);
    expect(filled.sort()).toEqual(
      exchange
        .trades(team.id)
        .map(({ reason }) => reason?.slice(0, 13))
        .sort(),
    );
    const books = Object.values(journal.recover(world.competition.id).books);
    for (const { token, sent } of exchange.balances(team.id)) {
      const held = books.reduce((sum, book) => sum.plus(book[token]?.amount ?? 0), ZERO);
      if (books.length > 0) expect(equalsDouble(held, sent), token).toBe(true);
    }
  },
);
