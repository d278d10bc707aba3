import { expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Clock } from "../../../src/core/time/clock.js";
import type { Venue } from "../../../src/model/venue.js";
import { deciding } from "../strategies.js";
import { DAY, flush, HOUR, makeWorld, MINUTE, pass, START, type TestWorld, type WorldOptions } from "../world.js";

/** A machine that may sleep: what is due meanwhile happens when it wakes, in its order. */
class Machine implements Clock {
  world: Clock = new SimulatedClock(0);
  #asleep = false;
  #overdue: (() => void)[] = [];

  now(): number {
    return this.world.now();
  }

  at(at: number, run: () => void): () => void {
    let cancelled = false;
    const once = (): void => {
      if (!cancelled) run();
    };
    const cancel = this.world.at(at, () => {
      if (this.#asleep) this.#overdue.push(once);
      else once();
    });
    return () => {
      cancelled = true;
      cancel();
    };
  }

  async sleep(world: TestWorld, ms: number): Promise<void> {
    this.#asleep = true;
    await pass(world, ms);
    this.#asleep = false;
    for (const run of this.#overdue.splice(0)) run();
    await flush();
  }
}

interface Night {
  readonly world: TestWorld;
  readonly machine: Machine;
  /** What the bot asked of the service, from the moment on at which it last slept. */
  readonly asked: string[];
  /** Whether the answer of a trade is lost, and the list of trades lags so far that it does not show. */
  lossy: boolean;
  sleep(ms: number): Promise<void>;
}

/** A bot that has traded for a while, on a machine that can sleep; `between` stands between it and the service. */
function night({ between, ...options }: WorldOptions & { between?: (real: Venue) => Venue }): Night {
  const machine = new Machine();
  const asked: string[] = [];
  const state = { lossy: false };
  const heard =
    <Args extends readonly unknown[], Answer>(name: string, ask: (...args: Args) => Answer | Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      asked.push(name);
      // Nothing answers at once: whoever does not wait has sent already.
      await new Promise((resolve) => setImmediate(resolve));
      return ask(...args);
    };
  const venue = (real: Venue): Venue => ({
    ...(between?.(real) ?? real),
    // It takes longest: what does not wait for it is sent before.
    status: heard("status", async (given) => {
      await new Promise<void>((resolve) => machine.world.at(machine.now() + 500, resolve));
      return real.status(given);
    }),
    quote: heard("quote", (request, given) => real.quote(request, given)),
    trades: heard("trades", async (given) => (state.lossy ? [] : real.trades(given))),
    execute: heard("execute", async (request, given) => {
      const answer = await real.execute(request, given);
      if (state.lossy) throw new Error("the answer was lost");
      return answer;
    }),
  });
  const world = makeWorld({ ...options, venue, ports: { clock: machine } });
  machine.world = world.clock;
  return Object.assign(state, {
    world,
    machine,
    asked,
    sleep(ms: number) {
      asked.length = 0;
      return machine.sleep(world, ms);
    },
  });
}

/** Buys WETH every ten minutes, in two steps, at the price that it knows; what it wants is worth nothing after five. */
const buyer = deciding("buyer", ({ swap, now, price }) =>
  [50, 20].map((usd) => {
    const reason = `at ${now}, for ${price("WETH.eth")?.usd}`;
    return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd }, reason, validFor: 5 * MINUTE });
  }),
);

/** How many trades the team has made, in any competition. */
const made = ({ exchange, team }: TestWorld): number => exchange.trades(team.id).length;

test("a machine that wakes after hours decides once, at the current prices, and reports what it missed", async () => {
  const { world, sleep } = night({
    strategies: [buyer],
    prices: (token, at) => (token.startsWith("WETH") ? (at < START + HOUR ? 2_500 : 3_000) : 1),
  });
  void world.engine.run();
  await pass(world, 35 * MINUTE);
  expect([world.journal.decisions.length, made(world)]).toEqual([6, 6]);
  await sleep(5 * HOUR);
  await pass(world, MINUTE);
  expect([world.journal.decisions.length, made(world)]).toEqual([8, 8]);
  expect(world.journal.decisions.at(-1)?.decision.reason).toBe(`at ${START + 5 * HOUR + 35 * MINUTE}, for 3000`);
  const missed = world.journal.notes.filter(({ kind }) => kind === "missed-runs");
  const since = new Date(START + 40 * MINUTE).toISOString();
  expect(missed).toMatchObject([
    {
      text: expect.stringMatching(new RegExp(`^buyer missed 29 runs since ${since}: .*slept`)) as string,
      data: { strategy: "buyer", runs: 29, since: START + 40 * MINUTE },
    },
  ]);
  await pass(world, 10 * MINUTE);
  expect(made(world)).toBe(10);
});

test("after a sleep an unknown trade is resolved first, and what was planned before the sleep is dropped", async () => {
  const bot = night({ strategies: [buyer] });
  const { world, asked } = bot;
  void world.engine.run();
  await pass(world, 15 * MINUTE);
  bot.lossy = true;
  await pass(world, 5 * MINUTE + 1_000);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "FILLED", "UNKNOWN", "PREPARED"]);
  bot.lossy = false;
  await bot.sleep(2 * HOUR);
  await pass(world, MINUTE);
  expect(world.journal.intents.map(({ state }) => state)).toEqual([
    ...["FILLED", "FILLED", "FILLED", "DROPPED"],
    ...["FILLED", "FILLED"],
  ]);
  expect(asked.indexOf("status")).toBeGreaterThanOrEqual(0);
  expect(asked.indexOf("status")).toBeLessThan(asked.indexOf("quote"));
  expect(asked.indexOf("trades")).toBeLessThan(asked.indexOf("execute"));
  expect(made(world)).toBe(5);
});

test("a competition that ended during the sleep is not traded in, nor is the next one", async () => {
  for (const next of [false, true]) {
    const { world, asked, sleep } = night({ strategies: [buyer], duration: 2 * HOUR });
    if (next) {
      const startAt = START + 3 * HOUR;
      world.exchange.createCompetition({ name: "Summer", teams: [world.team.id], durationMs: DAY, startAt });
    }
    const ended = world.engine.run();
    await pass(world, 35 * MINUTE);
    await sleep(5 * HOUR);
    await pass(world, 10 * MINUTE);
    expect(asked).not.toContain("execute");
    expect(await ended).toMatchObject({ code: "COMPETITION_OVER" });
    expect(made(world)).toBe(6);
  }
});

test("a bot that never slept reads no status before a trade: the one that it has is recent enough", async () => {
  const { world, asked } = night({ strategies: [buyer] });
  void world.engine.run();
  await pass(world, 5 * MINUTE);
  asked.length = 0;
  await pass(world, 26 * MINUTE);
  const before = asked.flatMap((name, i) => (name === "execute" ? asked.slice(Math.max(0, i - 2), i) : []));
  expect(asked.filter((name) => name === "execute")).toHaveLength(6);
  expect(before).not.toContain("status");
});

test("a tick during which the machine slept reads all prices again", async () => {
  const held: (() => void)[] = [];
  let holding = false;
  const { world, sleep } = night({
    strategies: [buyer],
    prices: (token, at) => (token.startsWith("WETH") ? (at < START + HOUR ? 2_500 : 3_000) : 1),
    between: (real) => ({
      ...real,
      scope: () => ({
        ...real.scope(),
        price: async (token, given) => {
          if (holding && token !== "WETH.eth") await new Promise<void>((resolve) => held.push(resolve));
          return real.price(token, given);
        },
      }),
    }),
  });
  void world.engine.run();
  await pass(world, 39 * MINUTE);
  holding = true;
  await pass(world, MINUTE);
  holding = false;
  await sleep(5 * HOUR + 3 * MINUTE);
  expect(world.journal.decisions.at(-1)?.decision.reason).toBe(`at ${world.clock.now()}, for 3000`);
});
