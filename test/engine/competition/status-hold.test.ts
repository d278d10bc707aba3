import { expect, test } from "vitest";
import type { Decision } from "../../../src/model/decision.js";
import type { View } from "../../../src/strategy/view.js";
import { deciding } from "../strategies.js";
import { makeWorld, MINUTE, pass, START, type TestWorld } from "../world.js";

const SECOND = 1_000;

/** A bot whose readings of the status fail within a time, given in seconds after the start. */
function failing(world: TestWorld, from: number, to: number) {
  const asked: number[] = [];
  const engine = world.bot({
    venue: {
      ...world.venue,
      status(options) {
        const at = (world.clock.now() - START) / SECOND;
        asked.push(at);
        if (at >= from && at < to) throw new Error("502");
        return world.venue.status(options);
      },
    },
  });
  return { engine, asked };
}

/** Buys at the first minute, and holds afterwards. */
const once = (more: { readonly validFor?: number } = {}) => {
  let decided = false;
  const decide = ({ swap, hold }: View<Record<string, never>>): Decision => {
    if (decided) return hold({ reason: "has bought" });
    decided = true;
    return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: "buys", ...more });
  };
  return deciding("once", decide, "* * * * *");
};

test("after a failed reading of the status the next ones follow after 1, 2, 4, 8 and then 15 seconds", async () => {
  const world = makeWorld({ strategies: [once()], settings: { watchEvery: MINUTE } });
  const { engine, asked } = failing(world, 60, 100);
  void engine.run();
  await pass(world, 4 * MINUTE);
  expect(asked).toEqual([0, 60, 61, 63, 67, 75, 90, 105, 120, 180, 240]);
});

test("while the last reading has failed nothing is sent: a decision waits, and the bot's status says so", async () => {
  const world = makeWorld({ strategies: [once()] });
  const { engine } = failing(world, 45, 100);
  void engine.run();
  await pass(world, 90 * SECOND);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["PREPARED"]);
  expect(world.exchange.trades(world.team.id)).toEqual([]);
  expect(engine.status().held).toBe("the status of the competition could not be read; it is read again");
  await pass(world, 30 * SECOND);
  expect(engine.status().held).toBeNull();
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED"]);
  const held = world.journal.notes.filter(({ kind }) => kind === "trades-held");
  expect(held.map(({ at, text }) => [at, text])).toEqual([
    [START + 45 * SECOND, "Trades wait until the status of the competition can be read again: 502"],
  ]);
});

test("a decision that is valid for less than the wait is dropped as expired", async () => {
  const world = makeWorld({ strategies: [once({ validFor: 20 * SECOND })] });
  const { engine } = failing(world, 45, 100);
  void engine.run();
  await pass(world, 3 * MINUTE);
  expect(world.journal.steps.map(({ to, detail }) => [to, detail["code"]])).toEqual([["DROPPED", "EXPIRED"]]);
});

test("a trade that was quoted when the reading failed is not sent before one works", async () => {
  const world = makeWorld({ strategies: [once()], settings: { watchEvery: 4 * SECOND } });
  const { quote } = world.venue;
  world.venue.quote = async (request, options) => {
    await new Promise<void>((resolve) => world.clock.at(world.clock.now() + 6 * SECOND, resolve));
    return await quote(request, options);
  };
  const { engine } = failing(world, 63, 75);
  void engine.run();
  await pass(world, 2 * MINUTE);
  const [trade] = world.exchange.trades(world.team.id);
  expect(trade?.at).toBeGreaterThanOrEqual(START + 75 * SECOND);
});

test("a person's swap waits too", async () => {
  const world = makeWorld({ strategies: [{ definition: once(), allocation: 0 }] });
  const { engine } = failing(world, 15, 50);
  void engine.run();
  await pass(world, 20 * SECOND);
  const swap = { from: "USDC.eth", to: "WETH.eth", size: { usd: 50 }, reason: "by hand" };
  const ended: string[] = [];
  void engine.swap(swap).then(({ outcomes }) => ended.push(...outcomes.map(({ status }) => status)));
  await pass(world, 20 * SECOND);
  expect(ended).toEqual([]);
  await pass(world, 20 * SECOND);
  expect(ended).toEqual(["filled"]);
});
