import { expect, test } from "vitest";
import { z } from "zod";
import { sleep } from "../../../src/core/time/clock.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import { checkedInputs } from "../../../src/engine/tick/read-hook.js";
import { JournalUnwritableError } from "../../../src/journal/errors.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import type { ReadIo, Schedule } from "../../../src/strategy/define.js";
import { buyer } from "../strategies.js";
import { makeWorld, MINUTE, pass, registry, runToEnd, START, type TestWorld } from "../world.js";

/** A strategy whose reason says what its `read` gave. */
function reader(read: (io: ReadIo) => Promise<unknown>, schedule: Schedule = "*/10 * * * *") {
  return defineStrategy({
    name: "reader",
    summary: "Reads.",
    params: z.object({}),
    schedule,
    inputs: z.object({ rank: z.number() }),
    read: (_view, io) => read(io) as Promise<{ rank: number }>,
    decide: ({ inputs, hold }) => hold({ reason: inputs === null ? "blind" : `rank ${inputs.rank}` }),
  });
}

const reasons = (world: TestWorld): string[] => world.journal.decisions.map(({ decision }) => decision.reason);

test("the result of read reaches decide, and the journal", async () => {
  const strategy = reader(async ({ venue }) => ({ rank: (await venue.leaderboard()).standings.length }));
  const world = makeWorld({ strategies: [strategy], duration: 11 * MINUTE });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["rank 2"]);
  expect(world.journal.ticks[0]?.strategies[0]?.view).toMatchObject({ inputs: { rank: 2 } });
});

test("read may ask for prices, token info, quotes, the portfolio, rules and the leaderboard, and gets its secrets", async () => {
  const seen: unknown[] = [];
  const strategy = reader(async ({ venue, secrets }) => {
    const quote = await venue.quote({ from: "USDC.eth", to: "WETH.eth", amount: new Decimal(100) });
    seen.push((await venue.price("WETH.eth")).usd, await venue.tokenInfo("WETH.eth"), quote.to);
    seen.push((await venue.portfolio()).totalValue, (await venue.rules()).crossChain, secrets);
    return { rank: (await venue.leaderboard()).standings.length };
  });
  const entry = { definition: strategy, allocation: 1, secrets: { news: "hush" } };
  const world = makeWorld({ strategies: [entry], duration: 11 * MINUTE });
  await runToEnd(world);
  const weth = registry.resolve("WETH.eth");
  expect(seen).toEqual([
    2_500,
    {
      token: "WETH.eth",
      address: weth.address,
      chain: "evm",
      specificChain: "eth",
      usd: 2_500,
      readAt: START + 10 * MINUTE,
    },
    "WETH.eth",
    15_000,
    false,
    { news: "hush" },
  ]);
  expect(reasons(world)).toEqual(["rank 2"]);
});

test.each([
  [0.5, "0.5"],
  [Number.NaN, "NaN"],
  ["1e3", "'1e3'"],
  ["0.5", "'0.5'"],
  [undefined, "undefined"],
  [new Decimal(0), "0"],
  [new Decimal(-1), "-1"],
  [new Decimal(Infinity), "Infinity"],
])("a quote for the amount %o is refused with what is accepted, and what it was", async (amount, is) => {
  const strategy = reader(async ({ venue }) => {
    await venue.quote({ from: "USDC.eth", to: "WETH.eth", amount: amount as Decimal });
    return { rank: 1 };
  });
  const world = makeWorld({ strategies: [strategy], duration: 11 * MINUTE });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["blind"]);
  expect(world.journal.notes.find(({ kind }) => kind === "read-failed")?.text).toBe(
    `reader: read failed: quote takes its \`amount\` as a Decimal above 0, such as new Decimal("0.5") with the Decimal of "contender" (it is ${is})`,
  );
});

test("the result of read must be JSON, with a schema or without one", () => {
  const of = (more: object) => {
    const definition = { ...more } as Parameters<typeof checkedInputs>[0];
    return (): unknown => checkedInputs(definition, { rank: 1, at: new Map() });
  };
  for (const more of [{}, { inputs: z.unknown() }])
    expect(of(more)).toThrow("What it gave does not survive JSON: inputs.at is a Map");
  expect(of({ inputs: z.object({ rank: z.number() }) })()).toEqual({ rank: 1 });
});

test("requests of read are promises even if the venue answers, or throws, at once", async () => {
  const strategy = reader(async ({ venue }) => {
    const usd = await venue.price("WETH.eth").then((price) => price.usd);
    return {
      rank: await venue.price("NO.such").then(
        () => 0,
        () => usd ?? 0,
      ),
    };
  });
  const world = makeWorld({ strategies: [strategy], duration: 11 * MINUTE });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["rank 2500"]);
});

test("a read can neither close the shared reads of its instant nor learn the key", async () => {
  const strategy = reader(({ venue }) => {
    expect(Object.keys(venue)).not.toContain("close");
    expect(Object.keys(venue)).not.toContain("profile");
    return Promise.resolve({ rank: 7 });
  });
  const world = makeWorld({ strategies: [strategy], duration: 11 * MINUTE });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["rank 7"]);
});

test.each([
  ["rejects", () => Promise.reject(new Error("no network")), /no network/],
  [
    "throws at once",
    (): never => {
      throw new Error("at once");
    },
    /at once/,
  ],
  ["gives what its schema does not allow", () => Promise.resolve({ rank: "first" }), /does not fit `inputs`: rank/],
  ["gives nothing", () => Promise.resolve(undefined), /does not fit/],
])("a read that %s gives null, a note, and the strategy decides all the same", async (_what, read, message) => {
  const world = makeWorld({ strategies: [reader(read)], duration: 11 * MINUTE });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["blind"]);
  expect(world.journal.notes).toContainEqual(
    expect.objectContaining({ kind: "read-failed", text: expect.stringMatching(message) as string }),
  );
});

test("a read that takes too long is aborted, and does not delay the tick", async () => {
  const aborted: unknown[] = [];
  const strategy = reader(({ signal }) => {
    signal.addEventListener("abort", () => aborted.push(signal.reason));
    return new Promise(() => {});
  });
  const world = makeWorld({ strategies: [strategy], duration: 15 * MINUTE });
  await runToEnd(world);
  expect(aborted).toHaveLength(1);
  expect(reasons(world)).toEqual(["blind"]);
});

test("a strategy is never decided twice at once: runs during its slow read are missed, and delay no other", async () => {
  const world: TestWorld = makeWorld({
    strategies: [
      {
        definition: reader(() => sleep(world.clock, 2.5 * MINUTE).then(() => ({ rank: 1 })), "* * * * *"),
        allocation: 0.5,
      },
      { definition: buyer("other", "30 * * * * *"), allocation: 0.5 },
    ],
    settings: { readTimeout: 10 * MINUTE },
    duration: 10 * MINUTE,
  });
  await runToEnd(world);
  const by = (name: string): number =>
    world.journal.ticks.flatMap(({ strategies }) => strategies.filter(({ strategy }) => strategy === name)).length;
  expect(by("reader")).toBe(3);
  expect(by("other")).toBe(10);
  const minute = (n: number): string => new Date(START + n * MINUTE).toISOString();
  expect(world.journal.notes.flatMap(({ kind, text }) => (kind === "missed-runs" ? [text] : []))).toEqual([
    expect.stringContaining(`reader missed the run of ${minute(2)}: it was still deciding.`),
    `reader missed 5 more runs up to the end, since ${minute(3)}`,
  ]);
  // Three of ten runs were decided, and the last read was under way at the end: nobody has to guess what became of the others.
  const told = world.journal.notes.filter(({ kind }) => kind === "missed-runs");
  expect(told.map(({ data }) => (data as { runs: number }).runs).reduce((sum, runs) => sum + runs, 0)).toBe(6);
});

test("runs that were missed during a slow read are reported as missed, even if it has ended by then", async () => {
  const world: TestWorld = makeWorld({
    strategies: [reader(() => sleep(world.clock, 10.5 * MINUTE).then(() => ({ rank: 1 })), "* * * * *")],
    settings: { readTimeout: 20 * MINUTE },
    duration: 40 * MINUTE,
  });
  await runToEnd(world);
  const texts = world.journal.notes.flatMap(({ kind, text }) => (kind === "missed-runs" ? [text] : []));
  expect(texts.some((text) => /missed 9 runs since .*: it was still deciding/.test(text))).toBe(true);
  expect(texts.filter((text) => text.includes("woke up late"))).toEqual([]);
});

test("two schedules of a strategy that fire at once while it still decides are two missed runs", async () => {
  const world: TestWorld = makeWorld({
    strategies: [
      reader(() => sleep(world.clock, 2.5 * MINUTE).then(() => ({ rank: 1 })), {
        often: "* * * * *",
        even: "*/2 * * * *",
      }),
    ],
    settings: { readTimeout: 10 * MINUTE },
    duration: 10 * MINUTE,
  });
  await runToEnd(world);
  const decided = world.journal.ticks.flatMap(({ strategies }) => strategies.flatMap(({ due }) => due)).length;
  const told = world.journal.notes.filter(({ kind }) => kind === "missed-runs");
  const missed = told.map(({ data }) => (data as { runs: number }).runs).reduce((sum, runs) => sum + runs, 0);
  // Nine of `often` and four of `even` up to the end: every one of them is accounted for.
  expect([decided, missed]).toEqual([4, 9]);
});

test("prices are read again after the read hooks", async () => {
  const strategy = defineStrategy({
    name: "slow",
    summary: "Reads slowly.",
    params: z.object({}),
    schedule: "*/10 * * * *",
    needs: () => ({ prices: ["WETH.eth"] }),
    inputs: z.null(),
    read: () => sleep(world.clock, 5_000).then(() => null),
    decide: ({ price, now, hold }) => hold({ reason: `${now - (price("WETH.eth")?.readAt ?? 0)} ms old` }),
  });
  const world: TestWorld = makeWorld({ strategies: [strategy], duration: 12 * MINUTE });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["0 ms old"]);
});

test("a read that fails as the journal does ends the bot, and leaves no unhandled rejection", async () => {
  const strategy = reader(async () => {
    await sleep(world.clock, 1_000);
    throw new Error("no");
  });
  const world: TestWorld = makeWorld({ strategies: [strategy], duration: 11 * MINUTE });
  world.journal.note = ({ kind }) => {
    if (kind === "read-failed") throw new JournalUnwritableError("the disk is full");
  };
  const strays: unknown[] = [];
  const stray = (reason: unknown): void => void strays.push(reason);
  process.on("unhandledRejection", stray);
  try {
    expect(await runToEnd(world)).toMatchObject({ code: "FAILED", reason: "the disk is full" });
  } finally {
    process.off("unhandledRejection", stray);
  }
  expect(strays).toEqual([]);
});

test("no read begins once the bot was stopped while prices were gathered, and the end waits for none", async () => {
  let reads = 0;
  const strategy = reader(() => {
    reads++;
    return new Promise(() => {});
  });
  const world = makeWorld({
    strategies: [strategy],
    venue: (venue) => ({
      ...venue,
      scope: () => ({ ...venue.scope(), price: () => new Promise(() => {}) }),
    }),
  });
  const ended = world.engine.run();
  await pass(world, 10 * MINUTE + 1_000);
  world.engine.stop("Ctrl-C");
  await pass(world, MINUTE);
  expect([reads, (await ended).endedAt]).toEqual([0, START + 10 * MINUTE + 1_000]);
});
