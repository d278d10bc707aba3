import { expect, test } from "vitest";
import { z } from "zod";
import { sleep } from "../../../src/core/time/clock.js";
import { defineStrategy, type ReadIo } from "../../../src/strategy/define.js";
import type { View } from "../../../src/strategy/view.js";
import { flush, HOUR, makeWorld, MINUTE, pass, runToEnd, SETTINGS, START, type TestWorld } from "../world.js";

type Looking = View<unknown, never, never>;

function reader(read: (view: Looking, io: ReadIo) => Promise<unknown>) {
  return defineStrategy({
    ...{ name: "reader", summary: "Reads.", params: z.object({}), schedule: "* * * * *" },
    needs: () => ({ bars: [{ token: "WETH.eth", interval: "1m", count: 2 }] }),
    inputs: z.unknown(),
    read: (view, io) => read(view as never, io),
    decide: ({ inputs, hold }) => hold({ reason: JSON.stringify(inputs) }),
  });
}

const rising = (token: string, at: number): number => (token.startsWith("WETH") ? 2_000 + (at - START) / MINUTE : 1);

test("what a read looks at stays as it was, however long it looks; the next one sees what is then", async () => {
  const seen: number[][] = [];
  const strategy = reader(async (view) => {
    const first = view.now;
    if (seen.length === 0) await sleep(world.clock, 7.5 * MINUTE);
    const { close } = view.bars("WETH.eth");
    seen.push([view.now - first, view.price("WETH.eth")?.usd ?? 0, close[1] ?? 0, view.team.equity, view.book.value]);
    return null;
  });
  const settings = { readTimeout: HOUR };
  const world: TestWorld = makeWorld({ strategies: [strategy], prices: rising, duration: 15 * MINUTE, settings });
  await runToEnd(world);
  // The first read began when two bars were there, in minute two or three.
  const [first = [], second = []] = seen;
  const minute = (first[1] ?? 0) - 2_000;
  expect([2, 3]).toContain(minute);
  expect(first).toEqual([0, 2_000 + minute, 2_000 + minute - 1, 15_000, 15_000]);
  expect((second[1] ?? 0) - 2_000).toBeGreaterThanOrEqual(minute + 7);
});

test("a hook that was given up on keeps what it was given, and nobody else gets it", async () => {
  const views: Looking[] = [];
  const signals: AbortSignal[] = [];
  const strategy = reader((view, { signal }) => {
    views.push(view);
    signals.push(signal);
    return views.length === 1 ? new Promise(() => {}) : Promise.resolve(views.length);
  });
  const world = makeWorld({ strategies: [strategy], prices: rising, duration: 10 * MINUTE });
  await runToEnd(world);
  const [lost, next, after] = views;
  expect(lost).not.toBe(next);
  expect(after).toBe(next);
  expect([lost?.now, lost?.price("WETH.eth")?.usd]).toEqual([START + 2 * MINUTE, 2_002]);
  expect([signals[0]?.aborted, signals[1]?.aborted]).toEqual([true, false]);
  expect(world.journal.notes.map(({ text }) => text)).toContain("reader: read failed: It took longer than 10s");
});

test("how long a hook took is said in the machine's time", async () => {
  const strategy = reader(() => new Promise(() => {}));
  const settings = { readTimeout: 6_000, execution: { ...SETTINGS.execution, clockSpeed: 600 } };
  const world = makeWorld({ strategies: [strategy], prices: rising, duration: 10 * MINUTE, settings });
  await runToEnd(world);
  expect(world.journal.notes.map(({ text }) => text)).toContain(
    "reader: read failed: It took longer than 10ms of the machine's time, on a clock 600 times as fast",
  );
});

test("a bot that stops ends the reads that are under way, and nothing is decided on them", async () => {
  const signals: AbortSignal[] = [];
  const strategy = reader((_view, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const world = makeWorld({ strategies: [strategy], duration: HOUR, settings: { readTimeout: HOUR } });
  const ended = world.engine.run();
  await pass(world, 3 * MINUTE);
  world.engine.stop("enough");
  expect(signals[0]?.aborted).toBe(true);
  await flush();
  await pass(world, MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect(world.journal.decisions).toEqual([]);
});

test("where the clock stands still while hooks read, prices are read once; where it goes on, again", async () => {
  const reads = async (wait: number): Promise<number> => {
    const strategy = reader(() => (wait === 0 ? Promise.resolve(1) : sleep(world.clock, wait).then(() => 1)));
    let scopes = 0;
    const world: TestWorld = makeWorld({
      strategies: [strategy],
      duration: 10 * MINUTE + 1,
      settings: { sampleEvery: Infinity, watchEvery: HOUR },
      ports: { history: [{ points: () => [-2, -1].map((i) => ({ at: START + i * MINUTE, usd: 1 })) }] },
      venue: (venue) => ({
        ...venue,
        scope: () => {
          scopes++;
          return venue.scope();
        },
      }),
    });
    void world.engine.run();
    await pass(world, 5 * MINUTE + 10_000);
    expect(world.journal.decisions.length).toBeGreaterThan(0);
    return scopes;
  };
  expect(await reads(0)).toBe(5);
  expect(await reads(1_000)).toBe(10);
});

test("what a read looks at is frozen, as what `decide` looks at is", async () => {
  const frozen: boolean[] = [];
  const strategy = reader((view) => {
    frozen.push(...[view.rules, view.open, view.outcomes, view.team, view.due].map((one) => Object.isFrozen(one)));
    return Promise.resolve(null);
  });
  await runToEnd(makeWorld({ strategies: [strategy], duration: 4 * MINUTE }));
  expect(frozen.length).toBeGreaterThan(0);
  expect(frozen).not.toContain(false);
});

test("reads of several instants that are under way at once each reach their own strategy's decision", async () => {
  const named = (name: string, every: number, takes: number) =>
    defineStrategy({
      ...{ name, summary: "Reads.", params: z.object({}), schedule: `*/${every} * * * *` },
      inputs: z.string(),
      async read({ now }) {
        if (takes > 0) await sleep(world.clock, takes);
        return `${name} ${(now - START) / MINUTE}`;
      },
      decide: ({ inputs, hold }) => hold({ reason: String(inputs) }),
    });
  const world: TestWorld = makeWorld({
    strategies: [
      { definition: named("slow", 5, 2.5 * MINUTE), allocation: 0.4 },
      { definition: named("slower", 2, 1.5 * MINUTE), allocation: 0.3 },
      { definition: named("quick", 1, 0), allocation: 0.3 },
    ],
    settings: { readTimeout: HOUR },
    duration: 10 * MINUTE + 1,
  });
  await runToEnd(world);
  const decided = world.journal.ticks.flatMap(({ at, strategies }) =>
    strategies.map(({ strategy, decisions }) => [strategy, at, decisions[0]?.decision.reason] as const),
  );
  expect(new Set(decided.map(([strategy]) => strategy))).toEqual(new Set(["slow", "slower", "quick"]));
  for (const [strategy, at, reason] of decided) expect(reason).toBe(`${strategy} ${(at - START) / MINUTE}`);
});

test("a read may give something that is a promise by its `then` alone", async () => {
  const later = { then: (resolve: (value: unknown) => void) => void Promise.resolve().then(() => resolve("later")) };
  const strategy = reader(() => later as never);
  const world = makeWorld({ strategies: [strategy], prices: rising, duration: 4 * MINUTE });
  await runToEnd(world);
  expect(world.journal.decisions.map(({ decision }) => decision.reason)).toContain('"later"');
});

test("a read whose `then` throws gives null inputs and a note, and the bot goes on", async () => {
  const broken = {
    then(): never {
      throw new Error("no then");
    },
  };
  const world = makeWorld({ strategies: [reader(() => broken as never)], prices: rising, duration: 5 * MINUTE });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER" });
  expect(world.journal.decisions.map(({ decision }) => decision.reason)).toContain("null");
  expect(world.journal.notes.map(({ text }) => text)).toContainEqual(expect.stringContaining("read failed: no then"));
});

test("a strategy whose `read` may take longer, and does, decides in a tick of its own on fresh prices", async () => {
  const named = (name: string, takes: number, readTimeout?: string) =>
    defineStrategy({
      ...{ name, summary: "Reads.", params: z.object({}), schedule: "*/5 * * * *" },
      ...(readTimeout === undefined ? {} : { readTimeout }),
      needs: () => ({ prices: ["WETH.eth"] }),
      inputs: z.string(),
      read: () => sleep(world.clock, takes).then(() => "read"),
      decide: ({ inputs, now, price, hold }) =>
        hold({ reason: `${String(inputs)} at ${(now - START) / 1_000} on ${price("WETH.eth")?.usd}` }),
    });
  const world: TestWorld = makeWorld({
    strategies: [
      { definition: named("slow", 90_000, "2m"), allocation: 0.5 },
      { definition: named("quick", 2_000), allocation: 0.3 },
      { definition: named("lost", 90_000), allocation: 0.2 },
    ],
    prices: rising,
    settings: { readTimeout: 10_000 },
    duration: 8 * MINUTE,
  });
  await runToEnd(world);
  const decided = world.journal.ticks.flatMap(({ at, strategies }) =>
    strategies.map(
      ({ strategy, decisions }) => `${(at - START) / MINUTE} ${strategy}: ${decisions[0]?.decision.reason}`,
    ),
  );
  expect(decided).toEqual([
    `5 quick: read at 310 on ${2_000 + 310 / 60}`,
    `5 lost: null at 310 on ${2_000 + 310 / 60}`,
    `5 slow: read at 390 on ${2_000 + 390 / 60}`,
  ]);
  // Samples go on meanwhile.
  expect(world.journal.equityPoints.map(({ at }) => at)).toContain(START + 6 * MINUTE);
});

test("a stop ends a `read` that has a tick of its own, and nothing is decided on it", async () => {
  const strategy = { ...reader(() => new Promise(() => {})), readTimeout: "1h" };
  const world = makeWorld({ strategies: [strategy], duration: HOUR });
  const ended = world.engine.run();
  await pass(world, 5 * MINUTE);
  world.engine.stop("enough");
  await flush();
  await pass(world, MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect(world.journal.decisions).toEqual([]);
});
