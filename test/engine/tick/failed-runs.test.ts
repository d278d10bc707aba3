import { expect, test } from "vitest";
import { buyer, deciding } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, type TestWorld } from "../world.js";

/** Fails in the runs of which `fails` says so, counted from 0, and buys a little WETH in each other one. */
function failingIn(fails: (run: number) => boolean, failure: () => never, name = "flaky") {
  let run = 0;
  return deciding(name, ({ swap, now }) =>
    fails(run++) ? failure() : swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: `buys at ${now}` }),
  );
}

const throws = (): never => {
  throw new Error("boom");
};
/** As a language model may answer. */
const WEIGHTS = { "WETH.eth": 0.7, "WBTC.eth": 0.7 };
const overweight = deciding("overweight", ({ target }) => target({ weights: WEIGHTS, reason: "sure" }));

const notesOf = ({ journal }: TestWorld, kind: string) => journal.notes.filter((note) => note.kind === kind);
const statusesOf = ({ journal }: TestWorld, name: string) =>
  journal.ticks.flatMap(({ strategies }) =>
    strategies.flatMap(({ strategy, status }) => (strategy === name ? [status] : [])),
  );

test.each([
  ["throws", throws, /boom/],
  ["returns weights of 1.4 together", () => ({ kind: "target", weights: WEIGHTS, reason: "sure" }) as never, /1\.4/],
  [
    "names an unknown token",
    () => ({ kind: "target", weights: { "NOPE.eth": 1 }, reason: "x" }) as never,
    /no token "NOPE\.eth"/,
  ],
  ["returns nonsense", () => ({ kind: "sell everything" }) as never, /no decision of kind/],
])("a single run that %s is refused, counted and reported, and the strategy continues", async (_what, failure, why) => {
  const world = makeWorld({ strategies: [failingIn((run) => run === 1, failure)], duration: 45 * MINUTE });
  void world.engine.run();
  await pass(world, 25 * MINUTE);
  expect(world.engine.status().strategies).toMatchObject([
    { status: "running", note: expect.stringMatching(/^its last run failed: /) as string, failedInARow: 1 },
  ]);
  await pass(world, 15 * MINUTE);
  expect(statusesOf(world, "flaky")).toEqual(["decided", "failed", "decided", "decided"]);
  expect(world.engine.status().strategies).toMatchObject([
    { status: "running", note: null, failedInARow: 0, failedRuns: 1 },
  ]);
  expect(world.journal.trades).toHaveLength(3);
  expect(notesOf(world, "run-failed")).toMatchObject([
    { level: "warn", text: expect.stringMatching(why) as string, data: { strategy: "flaky", failedInARow: 1 } },
  ]);
  expect(notesOf(world, "strategy-disabled")).toEqual([]);
});

test("three failed runs in a row are forgiven again and again, because a good run resets the count", async () => {
  const strategy = failingIn((run) => run % 4 !== 3, throws);
  const world = makeWorld({ strategies: [strategy], duration: 4 * HOUR + MINUTE });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, disabled: [] });
  expect(world.journal.trades).toHaveLength(6);
  expect(notesOf(world, "run-failed")).toHaveLength(18);
});

test("the fourth failed run in a row disables the strategy, and with none left the bot ends with exit code 4", async () => {
  const world = makeWorld({ strategies: [overweight] });
  const result = await runToEnd(world);
  expect(result).toMatchObject({
    code: "STRATEGIES_DISABLED",
    exitCode: 4,
    reason: "Every strategy is disabled, since its runs failed: overweight",
    remedy: expect.stringContaining("start the bot again") as string,
    disabled: [{ strategy: "overweight", why: expect.stringContaining("1.4") as string }],
  });
  expect(statusesOf(world, "overweight")).toEqual(["failed", "failed", "failed", "failed"]);
  expect(notesOf(world, "run-failed")).toHaveLength(3);
  expect(notesOf(world, "strategy-disabled")).toMatchObject([
    { level: "error", text: expect.stringContaining("failure 4 in a row; it makes no further decisions") as string },
  ]);
});

test("one retry disables at the second failed run in a row", async () => {
  const world = makeWorld({ strategies: [overweight], settings: { onError: { retries: 1 } } });
  expect(await runToEnd(world)).toMatchObject({ code: "STRATEGIES_DISABLED" });
  expect(statusesOf(world, "overweight")).toEqual(["failed", "failed"]);
});

test("while one strategy is left the bot trades to the end of the competition", async () => {
  const strategies = [overweight, buyer("good")].map((definition) => ({ definition, allocation: 0.5 }));
  const world = makeWorld({ strategies, duration: 95 * MINUTE });
  expect(await runToEnd(world)).toMatchObject({
    code: "COMPETITION_OVER",
    exitCode: 0,
    disabled: [{ strategy: "overweight" }],
  });
  expect(world.journal.trades).toHaveLength(9);
});

test("with every strategy disabled the bot stays if config has it keep the daily minimum", async () => {
  const settings = { keepMinimum: true, minTradesPerDay: 1 };
  const world = makeWorld({ strategies: [overweight], settings, duration: 12 * HOUR });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
  expect(statusesOf(world, "overweight")).toHaveLength(4);
});

test("a restart tries a disabled strategy again", async () => {
  const strategy = failingIn((run) => run < 4, throws);
  const world = makeWorld({ strategies: [strategy], duration: 2 * HOUR });
  expect(await runToEnd(world)).toMatchObject({ code: "STRATEGIES_DISABLED" });
  const second = world.bot();
  expect(await runToEnd(world, 2 * HOUR, second)).toMatchObject({ code: "COMPETITION_OVER", disabled: [] });
  expect(world.journal.trades.length).toBeGreaterThan(0);
});

test("the outcomes that a failed run saw are shown again in the next run", async () => {
  const heard: number[] = [];
  const strategy = deciding("listens", ({ swap, outcomes }) => {
    heard.push(outcomes.length);
    if (heard.length === 2) throws();
    return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: "buys" });
  });
  const world = makeWorld({ strategies: [strategy], duration: 45 * MINUTE });
  await runToEnd(world);
  expect(heard).toEqual([0, 1, 1, 1]);
});
