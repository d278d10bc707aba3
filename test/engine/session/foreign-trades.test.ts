import { Decimal } from "decimal.js";
import { describe, expect, it } from "vitest";
import { simulatedVenue } from "../../../src/venue/index.js";
import { deciding } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, registry, type WorldOptions } from "../world.js";

const trader = deciding("trader", ({ now, swap }) =>
  swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: `${now}` }),
);

/** A bot, and another one with the same key and a journal of its own. */
function twoBots(settings: WorldOptions["settings"]) {
  const world = makeWorld({ strategies: [trader], duration: 6 * HOUR, settings });
  const other = simulatedVenue(world.exchange, world.team.id, registry);
  const reason = "[zzzz-7k2m9x] another bot's";
  const trades = async (): Promise<void> => {
    await other.execute({ from: "USDC.eth", to: "WBTC.eth", amount: new Decimal(50), reason });
  };
  const kinds = (): string[] => world.journal.notes.map(({ kind }) => kind);
  return { world, trades, kinds, run: () => world.engine.run() };
}

it("of trades by other hands five are named, however many they are", async () => {
  const { world, trades, run } = twoBots({});
  for (let i = 0; i < 7; i++) await trades();
  const ended = run();
  await pass(world, 10 * MINUTE);
  await trades();
  await pass(world, 6 * HOUR);
  await ended;
  const told = world.journal.notes.filter(({ kind }) => kind === "foreign-trades");
  expect(told).toMatchObject([
    { text: expect.stringMatching(/^7 trades were not made by this bot: ([^ ]+, ){4}[^ ]+ and 2 more$/) as string },
    { text: expect.stringMatching(/^1 trade was not made by this bot: [^ ]+$/) as string },
  ]);
});

describe("trades of another bot with the same key", () => {
  it("are reported and entered, and the bot continues", async () => {
    const { world, trades, kinds, run } = twoBots({});
    const ended = run();
    await pass(world, 10 * MINUTE);
    await trades();
    await pass(world, 10 * MINUTE);
    expect(kinds()).toContain("foreign-trades");
    expect(world.engine.status().phase).toBe("trading");
    await pass(world, 6 * HOUR);
    expect(await ended).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
  });

  it("end it if config says so: a person gets a message, and nothing more is sent", async () => {
    const { world, trades, kinds, run } = twoBots({ stopOnForeignTrades: true });
    const ended = run();
    await pass(world, 10 * MINUTE);
    await trades();
    await pass(world, 10 * MINUTE);
    const made = world.exchange.trades(world.team.id).length;
    expect(await ended).toMatchObject({
      code: "FOREIGN_TRADES",
      exitCode: 4,
      remedy: expect.stringContaining("another bot with this key") as string,
    });
    expect(kinds()).toContain("foreign-trades");
    await pass(world, HOUR);
    expect(world.exchange.trades(world.team.id)).toHaveLength(made);
  });

  it("from before its first start end nothing: its books begin after them", async () => {
    const { world, trades, run } = twoBots({ stopOnForeignTrades: true });
    await trades();
    const ended = run();
    await pass(world, 7 * HOUR);
    expect(await ended).toMatchObject({ code: "COMPETITION_OVER" });
  });
});
