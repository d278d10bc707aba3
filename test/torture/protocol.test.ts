import { describe, expect, test, vi } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { parseDuration } from "../../src/core/time/duration.js";
import { IntentLog } from "../../src/execution/intent-log.js";
import { DoubtedBalances } from "../../src/execution/reconciliation/doubted-balances.js";
import { Queue } from "../../src/execution/sending/queue.js";
import type { Intent } from "../../src/model/intent.js";
import type { FaultEntry } from "../../src/sandbox/index.js";
import { BUGS, IN_ANY_COMPETITION } from "./protocol/bugs.js";
import { play } from "./protocol/round.js";
import { sceneOf, type Scene } from "./protocol/scene.js";
import type { Bug } from "./protocol/world.js";

const MINUTE = 60_000;

/** Some minutes in which everything goes wrong at once. */
function harsh(seed: string, minutes = 8): Scene {
  const scene = sceneOf(seed, minutes * MINUTE);
  return {
    ...scene,
    end: scene.calmFrom + 12 * MINUTE,
    change: null,
    lifespan: 1_000,
    handsEvery: 20_000,
    beyond: false,
    reasons: false,
    faults: {
      seed,
      faults: [
        { kind: "lost-answer", operations: "executeTrade", rate: 0.1 },
        { kind: "error-after", operations: "executeTrade", rate: 0.1 },
        { kind: "error-before", operations: "executeTrade", rate: 0.05 },
        { kind: "late-request", operations: "executeTrade", by: ["5s", "30s"], rate: 0.2 },
        { kind: "empty-trades", rate: 0.3 },
        { kind: "lagging-trades", by: ["0s", "15s"], rate: 0.5 },
      ],
    },
  };
}

test.each(["one", "two"])("a decided trade is made once or not at all, and the books agree (%s)", async (seed) => {
  const { failures, counts, faults = {} } = await play(harsh(seed));
  expect(failures).toEqual([]);
  expect(counts["trades"]).toBeGreaterThan(0);
  expect(Object.values(faults).reduce((all, met) => all + met, 0)).toBeGreaterThan(10);
});

// A trade on its way when the competition begins anew is in the balances with which the books open: those are doubles.
test("books that open on the result of a trade agree with the service as far as its balances show it", async () => {
  const { failures, counts } = await play(restarted("six", 4));
  expect(failures).toEqual([]);
  expect(counts["trades"]).toBeGreaterThan(10);
});

// founders-1 and founders-77 of the first full torture ended the second competition, and nothing was left to judge.
test("no schedule ends the last competition or removes the team from it", () => {
  const scenes = Array.from({ length: 400 }, (_, index) => sceneOf(`founders-${index}`));
  const ends = scenes.flatMap(({ seed, change, start, faults }) =>
    (faults?.faults ?? [])
      .filter(({ kind }) => kind === "deactivation" || kind === "competition-end")
      .map(({ to }) => ({ seed, to: parseDuration(String(to)), ends: change === null ? 0 : change.ends - start })),
  );
  expect(ends.length).toBeGreaterThan(10);
  for (const { seed, to, ends: firstEnds } of ends) expect(to, seed).toBeLessThan(firstEnds);
});

test("a seed replays exactly", async () => {
  const first = await play(harsh("three", 3));
  expect(first.counts["trades"]).toBeGreaterThan(0);
  expect(await play(harsh("three", 3))).toEqual(first);
});

describe("the judge notices a bot that", () => {
  test.each(Object.entries(BUGS))("%s", async (_name, bug) => {
    const noticed: string[] = [];
    for (const seed of ["four", "one", "two", "five"])
      if (noticed.length === 0) noticed.push(...(await play(harsh(seed), bug)).failures);
    expect(noticed).not.toEqual([]);
  });
});

/** Another competition begins right before a trade; nothing else goes wrong. */
function restarted(seed: string, skip: number): Scene {
  const scene = sceneOf(seed, 6 * MINUTE);
  const faults = [{ kind: "competition-restart", when: "before", skip, max: 1 } as const];
  const quiet = { lifespan: Infinity, handsEvery: Infinity, minimum: null, jump: null, skew: 0, disk: false };
  const sure = { change: null, beyond: false, reasons: false };
  return { ...scene, ...quiet, ...sure, end: scene.calmFrom + 4 * MINUTE, faults: { seed, faults } };
}

/** What the judge says of trades elsewhere, with the competition beginning before one trade or another, up to what is sought. */
async function restartedFailures(bug: Bug, sought?: RegExp): Promise<string[]> {
  const failures: string[] = [];
  for (let skip = 0; skip < 12; skip += 2) {
    failures.push(...(await play(restarted("six", skip), bug)).failures);
    if (failures.some((failure) => sought?.test(failure))) break;
  }
  return failures;
}

describe("when another competition begins before a trade,", () => {
  test("the bot makes that trade, and no other before it has joined", async () => {
    expect(await restartedFailures({})).toEqual([]);
  });

  test("the judge notices a bot that sends on", async () => {
    const sought = /was sent in competition .* known to be made in/;
    expect(await restartedFailures(IN_ANY_COMPETITION, sought)).toContainEqual(expect.stringMatching(sought));
  });

  test("the judge notices a bot that repeats a decision whose trade is in no book", async () => {
    const spy = vi.spyOn(IntentLog.prototype, "madeElsewhere", "get").mockReturnValue(null);
    try {
      const sought = /decision \d+ was traded \d+ times in a competition that the bot had not joined/;
      expect(await restartedFailures({}, sought)).toContainEqual(expect.stringMatching(sought));
    } finally {
      spy.mockRestore();
    }
  });

  test("the judge notices a fill that is in no book", async () => {
    const { failures } = await play(restarted("six", 100), {
      journal: (journal) => ({ ...journal, step: (step) => journal.step({ ...step, entries: undefined }) }),
    });
    expect(failures).toContainEqual(expect.stringMatching(/is FILLED by .* but its book does not have that/));
  });
});

/** Balances are wrong for minutes, from the start or in between; nobody else trades. */
function wrongly(seed: string, change: "empty" | "one-chain" | "one-token-missing" | "doubled" | "zeros"): Scene {
  const scene = harsh(seed);
  const faults: FaultEntry[] = [
    { kind: "balances", change, for: "90s" },
    { kind: "balances", change, from: "4m", for: "3m" },
  ];
  return { ...scene, handsEvery: Infinity, lifespan: Infinity, faults: { seed, faults } };
}

describe("if balances are wrong for minutes,", () => {
  test.each(["empty", "one-chain", "one-token-missing", "doubled", "zeros"] as const)(
    "no book believes them (%s), and the bot trades",
    async (change) => {
      const { failures, counts, faults = {} } = await play(wrongly("one", change));
      expect(failures).toEqual([]);
      expect(counts["trades"]).toBeGreaterThan(0);
      expect(faults["balances"]).toBeGreaterThan(0);
    },
  );

  test("the judge notices a bot that believes two equal readings", async () => {
    const spy = vi.spyOn(DoubtedBalances.prototype, "has").mockReturnValue(false);
    try {
      const { failures } = await play(wrongly("one", "empty"));
      expect(failures).toContainEqual(expect.stringMatching(/was entered in .*, though no trade by other hands/));
    } finally {
      spy.mockRestore();
    }
  });
});

const LATE = /CONFLICT by a late trade that was not late: it was made \d+ ms after its request/;

/** The same weather, and trades that are listed minutes late: then there are conflicts, and each has to be proven. */
function beyond(seed: string): Scene {
  const scene = harsh(seed);
  const late: FaultEntry = { kind: "lagging-trades", by: ["0s", "5m"], rate: 1 };
  return { ...scene, beyond: true, faults: { seed, faults: [...(scene.faults?.faults ?? []), late] } };
}

describe("the judge notices conflicts without proof:", () => {
  test("a trade that was called late, but came within the modelled delays", async () => {
    const noticed: string[] = [];
    for (const seed of ["one", "two", "three"])
      if (!noticed.some((text) => LATE.test(text)))
        noticed.push(...(await play({ ...harsh(seed), beyond: true }, { execution: { settleMs: 6_000 } })).failures);
    expect(noticed).toContainEqual(expect.stringMatching(LATE));
  });

  test("balances that were misread while a trade was unknown", async () => {
    const bug: Bug = {
      venue: (venue) => ({
        ...venue,
        balances: async (options) => {
          const balances = await venue.balances(options);
          if (options?.purpose !== "trade") return balances;
          return balances.map((balance) => ({ ...balance, sent: balance.sent * 1.001 }));
        },
      }),
    };
    const faults: FaultEntry[] = [{ kind: "lost-request", operations: "executeTrade", rate: 0.3 }];
    const scene = { ...harsh("one"), beyond: true, lifespan: Infinity, faults: { seed: "one", faults } };
    const { failures } = await play(scene, bug);
    expect(failures).toContainEqual(expect.stringContaining("every trade in its tokens was known"));
  });

  test.each([
    ["misread", (amount: Decimal) => amount.times(2)],
    [
      "off by a unit of what is booked",
      (amount: Decimal) => amount.plus(new Decimal(10).pow(Math.max(-15, amount.e - 14))),
    ],
  ])("an amount that was %s in the list", async (_, misread) => {
    const bug: Bug = {
      venue: (venue) => ({
        ...venue,
        trades: async (options) =>
          (await venue.trades(options)).map((made) => ({ ...made, fromAmount: misread(made.fromAmount) })),
      }),
    };
    const { failures } = await play(beyond("one"), bug);
    expect(failures).toContainEqual(expect.stringContaining("CONFLICT by a contradiction"));
  });
});

test("the judge notices an exit that waits for an unknown trade in the cash that it buys", async () => {
  const states = new Map<string, { readonly intent: Intent; unknown: boolean }>();
  const bug: Bug = {
    journal: (journal) => ({
      ...journal,
      tick(tick) {
        for (const { intents } of tick.strategies)
          for (const intent of intents) states.set(intent.id, { intent, unknown: false });
        journal.tick(tick);
      },
      step(step) {
        journal.step(step);
        const stepped = states.get(step.intent);
        if (stepped !== undefined) stepped.unknown = step.to === "UNKNOWN";
      },
    }),
  };
  const real = Queue.prototype.mayGo;
  const spy = vi.spyOn(Queue.prototype, "mayGo").mockImplementation(function (this: Queue, intent) {
    const unknown = [...states.values()]
      .filter((one) => one.unknown)
      .flatMap((one) => [one.intent.from, one.intent.to]);
    return !unknown.includes(intent.to) && real.call(this, intent);
  });
  try {
    const { failures } = await play(harsh("one"), bug);
    expect(failures).toContainEqual(
      expect.stringMatching(/an exit from .* waited \d+ ms while a trade in .* was UNKNOWN/),
    );
  } finally {
    spy.mockRestore();
  }
});
