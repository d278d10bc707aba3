import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { sleep } from "../../src/core/time/clock.js";
import { ColumnJournal, openJournalReader, saveColumns } from "../../src/journal/index.js";
import { replayRun } from "../../src/replay/index.js";
import { defineStrategy } from "../../src/strategy/define.js";
import { noGuard } from "../../src/strategy/guard.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { buyer, deciding, idler } from "./strategies.js";
import {
  bound,
  HOUR,
  makeWorld,
  MINUTE,
  pass,
  registry,
  runToEnd,
  START,
  usualPrice,
  type WorldOptions,
} from "./world.js";
import { emptyFolder } from "../support/empty-folder.js";

/** In and out of the token as its price swings, holding with one of two reasons in between. */
const swinging = defineStrategy({
  name: "swinging",
  summary: "Swings.",
  params: z.object({}),
  schedule: "* * * * *",
  needs: () => ({ bars: [{ token: "WETH.eth", interval: "1m", count: 3 }] }),
  decide({ bars, book, outcomes, swap, hold }) {
    const [first = 0, , last = 0] = bars("WETH.eth").close;
    const held = book.amount("WETH.eth") > 0;
    if (!held && last > first * 1.004)
      return swap({ from: "USDC.eth", to: "WETH.eth", size: { fraction: 0.2 }, reason: "up" });
    if (held && last < first * 0.996)
      return swap({ from: "WETH.eth", to: "USDC.eth", size: { fraction: 1 }, reason: "down" });
    return hold({ reason: outcomes.length > 0 ? `heard of ${outcomes.length}` : held ? "stays in" : "stays out" });
  },
});

const waves = (token: string, at: number): number =>
  token.startsWith("WETH") ? 2_500 * (1 + 0.03 * Math.sin((at - START) / (7 * MINUTE))) : usualPrice(token);
const options: WorldOptions = { strategies: [swinging], duration: 3 * HOUR, prices: waves };

/** The same world, journalled in columns. */
async function inColumns(more: Partial<WorldOptions> = {}) {
  const journal = new ColumnJournal();
  const world = makeWorld({ ...options, ...more });
  const result = await runToEnd(world, 4 * HOUR, world.bot({ journal, recover: () => null, guard: noGuard }));
  return { journal, world, result };
}

test("a journal in columns tells of a run what the others tell, holds with how often", async () => {
  const { journal, result } = await inColumns();
  const memory = new MemoryJournal();
  const world = makeWorld({ ...options, journal: memory });
  expect((await runToEnd(world, 4 * HOUR)).equity).toBe(result.equity);
  const told = ({ decision, at, count, lastAt }: (typeof memory.decisions)[number]): unknown[] => [
    ...[decision, at, count, lastAt],
  ];
  expect(journal.decisions.map(told)).toEqual(memory.decisions.map(told));
  expect(journal.decisions.filter(({ decision }) => decision.kind === "swap").length).toBeGreaterThan(5);
  expect(journal.decisions.some(({ count }) => count > 3)).toBe(true);
  expect(journal.steps).toEqual(memory.steps);
  expect(journal.notes).toEqual(memory.notes);
  const points = memory.equityPoints;
  expect([...journal.equityCurve.time()]).toEqual(points.map(({ at }) => at));
  expect([...journal.equityCurve.total()]).toEqual(points.map(({ total }) => total));
  expect([...(journal.equityCurve.book("swinging") ?? [])]).toEqual(points.map(({ books }) => books["swinging"]));
  expect(journal.ticks.decided).toBe(
    memory.ticks.flatMap(({ strategies }) => strategies).length - journal.ticks["warming-up"],
  );
});

test("what was kept of it is enough to ask the strategy again wherever it traded", async () => {
  const { journal } = await inColumns();
  const dir = emptyFolder();
  await saveColumns(journal, { dir });
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  const report = replayRun({ reader, runId: "run-1", registry, load: () => bound(swinging) });
  const swaps = journal.decisions.filter(({ decision }) => decision.kind === "swap").length;
  expect(report).toMatchObject({ replayed: swaps, differing: 0, difference: null });
  const [trade] = reader.trades();
  expect(reader.explain(trade?.trade.id ?? "")?.view).toMatchObject({
    prices: { "WETH.eth": { usd: expect.any(Number) } },
  });
});

test("two strategies at one instant: what one repeats is counted, what the other decides is written", async () => {
  const holds = idler("holds", "* * * * *");
  const buys = buyer("buys", "*/10 * * * *");
  const { journal } = await inColumns({
    strategies: [holds, buys].map((definition) => ({ definition, allocation: 0.5 })),
    duration: HOUR,
  });
  const by = (name: string) => journal.decisions.filter(({ strategy }) => strategy === name);
  expect(by("holds").map(({ count, lastAt }) => [count, lastAt])).toEqual([[59, START + HOUR - MINUTE]]);
  expect(by("buys").length).toBeGreaterThan(0);
  const ticks = journal.written.flatMap((one) => (one.kind === "tick" ? [one.tick] : []));
  expect(
    ticks.flatMap(({ strategies }) => strategies).every(({ strategy }) => strategy === "buys" || strategy === "holds"),
  ).toBe(true);
  expect(journal.ticks.decided).toBe(59 + 5);
});

test("a trade by hand in a strategy's book interrupts its holds: the next one is written again", async () => {
  const journal = new ColumnJournal();
  const world = makeWorld({ strategies: [idler("a", "* * * * *")], duration: HOUR });
  const engine = world.bot({ journal, recover: () => null });
  const ended = engine.run();
  await pass(world, 5 * MINUTE);
  void engine.swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 10 }, reason: "by hand", book: "a" });
  await pass(world, HOUR);
  await ended;
  expect(journal.decisions.map(({ decision, count }) => `${decision.kind} ${count}`)).toEqual([
    ...["hold 5", "swap 1", "hold 54"],
  ]);
  expect(journal.ticks.decided).toBe(59);
});

test("a hold with evidence, or in other words, is written; the same words again are counted", async () => {
  let n = 0;
  const changing = deciding("changing", ({ hold }) => {
    n++;
    return n % 4 === 0
      ? hold({ reason: "a", evidence: { n } })
      : n % 4 === 1
        ? hold({ reason: "b" })
        : hold({ reason: "a" });
  });
  const { journal } = await inColumns({ strategies: [changing], duration: 80 * MINUTE });
  expect(
    journal.decisions
      .slice(0, 5)
      .map(({ decision: { reason, ...rest }, count }) => [reason, "evidence" in rest, count]),
  ).toEqual([
    ...[
      ["b", false, 1],
      ["a", false, 2],
      ["a", true, 1],
      ["b", false, 1],
      ["a", false, 2],
    ],
  ]);
});

test("a strategy that holds on for the same reason is told of each outcome once, and when it decided last is known", async () => {
  const told: number[] = [];
  const patient = deciding(
    "patient",
    ({ now, outcomes, swap, hold }) => {
      told.push(outcomes.length);
      if (now === START + 2_000) return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: "once" });
      return hold({ reason: "waits" });
    },
    "*/2 * * * * *",
  );
  const world = makeWorld({
    strategies: [patient],
    venue: (venue) => ({
      ...venue,
      async execute(...args) {
        await sleep(world.clock, 5_000);
        return venue.execute(...args);
      },
    }),
  });
  const engine = world.bot({ journal: new ColumnJournal(), recover: () => null, guard: noGuard });
  void engine.run();
  await pass(world, 13_000);
  expect(told).toEqual([0, 0, 0, 1, 0, 0]);
  expect(engine.status().strategies).toMatchObject([{ lastTick: START + 12_000 }]);
});
