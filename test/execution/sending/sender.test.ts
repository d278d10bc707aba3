import { describe, expect, it } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { CallOptions } from "../../../src/model/venue.js";
import { CASH_SVM, expectAgreement, SOL, START, swap, USDC, USDT, WBTC, WETH, World } from "../world.js";

/** A world in which something happens while the first quote is under way. */
async function whileQuoted(happens: (world: World) => void): Promise<World> {
  const world = new World();
  await world.executor.recover([]);
  world.venue.onQuote = () => {
    world.venue.onQuote = () => {};
    happens(world);
  };
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(10_000);
  expect(world.failures).toEqual([]);
  return world;
}

describe("a trade is not sent if, while its quote was under way,", () => {
  it("it was withdrawn", async () => {
    const world = await whileQuoted((one) => one.decide("s", { kind: "cancel", reason: "no more" }));
    expect([world.states(), world.venue.requests]).toEqual([["DROPPED"], []]);
    expect(world.told("dropped")).toMatchObject([{ code: "WITHDRAWN" }]);
  });

  it("it was withdrawn, and there is no quote: the next one is sent", async () => {
    const world = await whileQuoted((one) => {
      one.venue.failingQuotes = 1;
      one.decide("s", { kind: "cancel", reason: "no more" }, swap(USDC, WBTC, 100));
    });
    expect(world.states()).toEqual(["DROPPED", "FILLED"]);
    expect(world.told("dropped")).toMatchObject([{ code: "WITHDRAWN" }]);
  });

  it("everything was left to the next run: nothing is written, whether the quote arrives or fails", async () => {
    for (const failingQuotes of [0, 1]) {
      const world = await whileQuoted((one) => {
        one.venue.failingQuotes = failingQuotes;
        one.executor.abandon();
      });
      expect([world.states(), world.venue.requests]).toEqual([["PREPARED"], []]);
    }
  });

  it("markers turned out not to be echoed, and another one is unknown: it waits until that is settled", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [WBTC]: 0.1, [CASH_SVM]: 1_000 } });
    await world.executor.recover([]);
    world.venue.echo = () => null;
    world.venue.faults.push("lost-after", "lost-before");
    world.venue.listLagMs = 10_000;
    world.decide("s", swap(USDC, WETH, 100), swap(WBTC, USDT, 100));
    await world.pass(14_000);
    const quote = world.venue.quote.bind(world.venue);
    world.venue.quote = async (request) => {
      await sleep(world.clock, 3_000);
      return quote(request);
    };
    world.decide("s", swap(CASH_SVM, SOL, 100));
    await world.pass(10_000);
    expect(world.states()).toEqual(["FILLED", "UNKNOWN", "PREPARED"]);
    await world.pass(60_000);
    expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED", "FILLED"]);
  });

  it.each([
    ["99.999999", "DROPPED"],
    ["100", "FILLED"],
  ])("its book came to hold too little, whatever other books hold: of %s it is %s", async (left, state) => {
    const world = new World({ allocations: { s: 0.5, t: 0.5 } });
    await world.executor.recover([]);
    world.venue.onQuote = () => {
      world.venue.onQuote = () => {};
      const common = { competitionId: "c1", costUsd: null, cause: "adjustment", reason: "shrank" } as const;
      world.ledger.apply([{ ...common, book: "s", token: USDC, change: new Decimal(left).minus(5_000) }]);
    };
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    expect([world.states(), world.ledger.amount("t", USDC).toFixed()]).toEqual([[state], "5000"]);
    expect(world.told("dropped").map(({ code }) => code)).toEqual(state === "FILLED" ? [] : ["INSUFFICIENT_BOOK"]);
  });
});

it.each([
  [1_000, "FILLED"],
  [1_001, "DROPPED"],
])("a trade that is valid for a second and whose quote takes %i ms is %s", async (takes, state) => {
  const world = new World();
  await world.executor.recover([]);
  const quote = world.venue.quote.bind(world.venue);
  world.venue.quote = async (request) => {
    await sleep(world.clock, takes);
    return quote(request);
  };
  world.decide("s", swap(USDC, WETH, 100, { validFor: 1_000 }));
  await world.pass(10_000);
  expect(world.states()).toEqual([state]);
});

it.each([
  [1 / 2_000, "FILLED"],
  [Number.NaN, "DROPPED"],
])("a limit accepts an equal quote, and refuses one without a price: %f", async (rate, state) => {
  const world = new World();
  await world.executor.recover([]);
  const quote = world.venue.quote.bind(world.venue);
  world.venue.quote = async (request) => ({ ...(await quote(request)), exchangeRate: rate });
  world.decide("s", swap(USDC, WETH, 100, { limit: 1 / 2_000 }));
  await world.pass(10_000);
  expect(world.states()).toEqual([state]);
});

it.each([
  [10_000, 1, "FILLED"],
  [10_001, 1, "DROPPED"],
  [600_000, 60, "FILLED"],
  [600_001, 60, "DROPPED"],
])("a quote as old as an answer may be is valid, an older one is not: %i ms at speed %i", async (age, speed, state) => {
  const world = new World({ settings: { clockSpeed: speed } });
  await world.executor.recover([]);
  const { venue, clock } = world;
  const [quote, execute] = [venue.quote.bind(venue), venue.execute.bind(venue)];
  const sendBy: unknown[] = [];
  venue.quote = async (request) => ({ ...(await quote(request)), at: clock.now() - age });
  venue.execute = (request, options?: CallOptions) => {
    sendBy.push(options?.sendBy);
    return execute(request);
  };
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(10_000);
  expect(world.states()).toEqual([state]);
  expect(world.told("dropped").map(({ code }) => code)).toEqual(state === "FILLED" ? [] : ["STALE_QUOTE"]);
  // By then it must have left: the machine may sleep after that look as well.
  expect(sendBy).toEqual(state === "FILLED" ? [START] : []);
});

it("an answer that names an earlier, otherwise equal trade is no proof", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.echo = () => null;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  const [first] = world.venue.made;
  if (first === undefined) throw new Error("nothing was made");
  world.venue.execute = async () => Promise.resolve({ kind: "filled", trade: first });
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["FILLED", "UNKNOWN"]);
});

it("an answer that names another amount is no fill: the trade is looked up, and the books follow it", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.faults.push("garbage");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["UNKNOWN"]);
  await world.pass(60_000);
  expect(world.states()).toEqual(["NOT_EXECUTED"]);
  expectAgreement(world);
});

it("a fill whose marker comes back in capitals counts as echoed; a lost marker counts whatever comes after", async () => {
  const world = new World();
  await world.executor.recover([]);
  const fill = async (echo: (reason: string) => string | null): Promise<string[]> => {
    world.venue.echo = echo;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    return world.journal.notes.map(({ kind }) => kind);
  };
  expect(await fill((reason) => reason.toUpperCase())).toEqual([]);
  expect(await fill(() => null)).toEqual(["marker-not-echoed"]);
  expect(await fill((reason) => reason)).toEqual(["marker-not-echoed"]);
  world.venue.faults.push("lost-after");
  await fill(() => null);
  expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED", "FILLED"]);
});

it("a venue that throws instead of quoting costs only this trade, with its message", async () => {
  const world = new World();
  await world.executor.recover([]);
  const quote = world.venue.quote.bind(world.venue);
  world.venue.quote = () => {
    world.venue.quote = quote;
    throw new Error("no pool");
  };
  world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
  await world.pass(1_000);
  expect([world.states(), world.failures]).toEqual([["DROPPED", "FILLED"], []]);
  expect(world.told("dropped")).toMatchObject([{ code: "NO_QUOTE", reason: "no quote: no pool" }]);
});

it("a trade that can no longer be sent when its turn comes costs no request", async () => {
  const world = new World();
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 5_000;
  world.decide("s", swap(USDC, WBTC, 100), swap(USDC, WETH, 100, { validFor: 1_000 }));
  await world.pass(10_000);
  expect(world.told("dropped")).toMatchObject([{ code: "EXPIRED" }]);
  expect(world.venue.quotes.map(({ to }) => to)).toEqual([WBTC]);
});

it("a venue that throws instead of executing proves nothing about the trade", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.execute = (request) => {
    world.venue.trade(request);
    throw new Error("broken pipe");
  };
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  expect([world.states(), world.failures]).toEqual([["FILLED"], []]);
  expect(world.journal.steps.map(({ to }) => to)).toEqual(["SENT", "UNKNOWN", "FILLED"]);
});

it.each([
  [USDC, WETH, 2],
  [WETH, USDC, undefined],
])("risk's slippage limit is sent to the venue, but not for an exit: %s to %s", async (from, to, asked) => {
  const world = new World({ balances: { [USDC]: 10_000, [WETH]: 1 }, risk: { maxSlippagePercent: 2 } });
  world.decide("s", swap(from, to, 100));
  await world.pass(1_000);
  expect(world.venue.requests.map(({ slippageTolerance }) => slippageTolerance)).toEqual([asked]);
});

it("a trade whose quote gives nothing, or a negative amount, is dropped with the figures of the quote", async () => {
  for (const [slippage, gives] of [
    [1.5, "-0.025"],
    [1, "0"],
  ] as const) {
    const world = new World();
    await world.executor.recover([]);
    world.venue.slippage = slippage;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    expect([world.states(), world.venue.requests]).toEqual([["DROPPED"], []]);
    const [{ code, reason } = { code: "", reason: "" }] = world.told("dropped");
    expect(code).toBe("QUOTE_UNUSABLE");
    expect(reason).toContain(
      `the quote gives ${gives} WETH.eth for 100 USDC.eth, at a slippage of ${slippage * 100} %`,
    );
  }
});
