import { describe, expect, it } from "vitest";
import { START, swap, target, USDC, WBTC, WETH, World, type WorldOptions } from "../world.js";

const MINUTE = 60_000;

/** A world whose limits have no room for a minute. */
function full(options: WorldOptions = {}): World {
  const world = new World(options);
  world.venue.roomAt = START + MINUTE;
  return world;
}

describe("while the rate limits have no room for a trade", () => {
  it("it stays unsent, without any request; then it goes", async () => {
    const world = full();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(MINUTE - 1);
    expect(world.states()).toEqual(["PREPARED"]);
    expect(world.venue.quotes).toEqual([]);
    expect(world.executor.busy()).toBe(true);
    await world.pass(1);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("each part of a divided trade waits for its own turn, and none is dropped", async () => {
    const world = full();
    world.venue.onExecute = () => {
      world.venue.roomAt = world.clock.now() + MINUTE;
    };
    world.decide("s", swap(USDC, WETH, 9_000));
    await world.pass(2 * MINUTE);
    expect(world.states()).toEqual(["FILLED", "FILLED", "PREPARED", "PREPARED"]);
    await world.pass(2 * MINUTE);
    expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED", "FILLED"]);
  });

  it("a newer decision withdraws it, and an urgent one goes first", async () => {
    const world = full();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    world.decide("s", swap(USDC, WETH, 200), swap(USDC, WBTC, 300, { urgent: true }));
    await world.pass(1);
    expect(world.states()).toEqual(["DROPPED", "PREPARED", "PREPARED"]);
    await world.pass(MINUTE);
    expect(world.venue.requests.map(({ amount }) => String(amount))).toEqual(["300", "200"]);
  });

  it("its validity keeps running", async () => {
    const world = full();
    world.decide("s", swap(USDC, WETH, 100, { validFor: MINUTE / 2 }));
    await world.pass(MINUTE);
    expect(world.told("dropped")).toMatchObject([{ code: "EXPIRED" }]);
  });

  it.each([
    [2_400, "FILLED"],
    [2_402, "DROPPED"],
  ])(
    "the price may move away from the decision's: at $%i it is %s, even if the board has it too",
    async (usd, state) => {
      const world = full({ risk: { maxPriceMovePercent: 20 } });
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(1);
      world.board.record({ token: WETH, usd, readAt: world.clock.now() });
      world.venue.prices[WETH] = usd;
      await world.pass(MINUTE);
      expect(world.states()).toEqual([state]);
      const reason = `WETH.eth is quoted at $${usd}, and was decided on at $2000: 20.1 % apart, the limit is 20 %`;
      expect(world.told("dropped")).toMatchObject(state === "FILLED" ? [] : [{ code: "PRICE_MOVED", reason }]);
    },
  );

  it("each step of a target is checked against the prices at which that step was planned", async () => {
    const world = full({ risk: { maxPriceMovePercent: 20 } });
    const moved = (usd: number): void => {
      world.board.record({ token: WETH, usd, readAt: world.clock.now() });
      world.venue.prices[WETH] = usd;
    };
    world.decide("s", target({ [WBTC]: 0.1, [WETH]: 0.1 }));
    await world.pass(1);
    moved(3_000);
    world.venue.onExecute = () => {
      world.venue.roomAt = world.clock.now() + MINUTE;
      world.venue.onExecute = () => {};
    };
    await world.pass(MINUTE);
    expect(world.states()).toEqual(["FILLED", "PREPARED"]);
    moved(3_300);
    await world.pass(2 * MINUTE);
    expect(world.journal.intents.map(({ intent, state }) => [intent.to, state])).toEqual([
      [WBTC, "FILLED"],
      [WETH, "FILLED"],
    ]);
  });

  it("the books are compared all the same", async () => {
    const world = full();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    world.venue.roomAt = Infinity;
    await world.reconcile();
    expect(world.states()).toEqual(["PREPARED"]);
  });

  it.each([
    ["the end of the bot drops it", (world: World) => world.executor.stopSending("the end"), ["DROPPED"]],
    ["it is left to the next run", (world: World) => world.executor.abandon(), ["PREPARED"]],
  ])("%s at once", async (_what, end, states) => {
    const world = full();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    end(world);
    await world.executor.settled();
    expect(world.states()).toEqual(states);
    // Nothing keeps a process awake for it.
    expect(world.clock.next()).toBeNull();
    await world.pass(2 * MINUTE);
    expect(world.venue.requests).toEqual([]);
  });

  it("a journal that fails as the end drops it ends the wait too", async () => {
    const world = full();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    world.beforeWrite = () => {
      throw new Error("disk full");
    };
    world.executor.stopSending("the end");
    await world.executor.settled();
    expect(world.clock.now()).toBe(START + 1);
    expect(world.failures).toMatchObject([{ message: "disk full" }]);
  });

  it("the wait is reported at most once a minute, and not if it is short", async () => {
    const world = full();
    world.venue.onExecute = () => {
      world.venue.roomAt = world.clock.now() + 19_001;
    };
    world.decide("s", swap(USDC, WETH, 9_000));
    await world.pass(2 * MINUTE);
    const told = world.journal.notes.filter(({ kind }) => kind === "trades-wait");
    expect(told.map(({ text }) => text)).toEqual([
      "Trades wait for the rate limits: there is room in 1m",
      "Trades wait for the rate limits: there is room in 20s",
    ]);
    const short = new World();
    short.venue.roomAt = START + 999;
    short.decide("s", swap(USDC, WETH, 100));
    await short.pass(999);
    expect(short.states()).toEqual(["FILLED"]);
    expect(short.journal.notes).toEqual([]);
  });
});
