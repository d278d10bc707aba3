import { describe, expect, test } from "vitest";
import { plain } from "../../../src/core/number/decimal.js";
import type { Engine, EngineResult } from "../../../src/engine/index.js";
import type { Decision } from "../../../src/model/decision.js";
import type { Venue } from "../../../src/model/venue.js";
import type { FaultEntry } from "../../../src/sandbox/index.js";
import type { Strategy } from "../../../src/strategy/define.js";
import type { View } from "../../../src/strategy/view.js";
import { testProfile } from "../../support/profile.js";
import { sandboxBot, type SandboxBot } from "../sandbox-bot.js";
import { killed } from "../dying-bot.js";
import { deciding, idler } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, runToEnd } from "../world.js";

/** Another competition begins right before the first trade: the bot's last reading of the status named the one before. */
const RESTART: FaultEntry = { kind: "competition-restart", operations: "executeTrade", when: "before", max: 1 };

type Nothing = Record<string, never>;

/** Decides once, and holds from then on. */
function once(decide: (view: View<Nothing>) => Decision | readonly Decision[], name = "once"): Strategy {
  let decided = false;
  return deciding(name, (view) => {
    if (decided) return view.hold({ reason: "has decided" });
    decided = true;
    return decide(view);
  });
}

/** $900 of WETH. */
const wanter = (): Strategy => once(({ target }) => target({ weights: { "WETH.eth": 0.06 }, reason: "wants $900" }));

async function ended(bot: SandboxBot, engine: Engine, most = 15 * MINUTE): Promise<EngineResult> {
  const results: EngineResult[] = [];
  void engine.run().then((result) => results.push(result));
  await bot.pass(most);
  const [result] = results;
  if (result === undefined) throw new Error("the bot did not end");
  return result;
}

/** What the service made of the bot's decisions: competitions by their order, and USD. */
function trades({ made, sandbox }: SandboxBot): (readonly [number, number])[] {
  const order = sandbox.exchange.competitions().map(({ id }) => id);
  return made().map((trade) => [order.indexOf(trade.competitionId), trade.fromAmount.toNumber()] as const);
}

describe("a trade that is made in another competition than the bot has joined", () => {
  test("is the only one of its target, and ends the bot", async () => {
    const bot = sandboxBot({ strategies: [wanter()], faults: [RESTART] });
    const result = await ended(bot, bot.start());
    expect(trades(bot)).toEqual([[1, 900]]);
    expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, conflicts: [], unknown: [] });
    expect(result.reason).toMatch(/^The competition is over: trade [\w-]+ was made in another one, [\w-]+$/);
    expect(bot.journal.notes.map(({ kind }) => kind)).toContain("other-competition");
  });

  test("ends it even if the status still names the one before", async () => {
    let answer: string | null = null;
    const bot = sandboxBot({
      strategies: [wanter()],
      faults: [RESTART],
      reshape: (request, answered) => {
        if (request.path !== "/api/competition/status") return answered;
        answer ??= answered.body;
        return { ...answered, body: answer };
      },
    });
    expect(await ended(bot, bot.start())).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
    expect(trades(bot)).toEqual([[1, 900]]);
  });

  test("holds back waiting intents and a person's later requests", async () => {
    const chains = ["eth", "base"];
    const both = once(({ swap }) =>
      chains.map((chain) => swap({ from: `USDC.${chain}`, to: `WETH.${chain}`, size: { usd: 100 }, reason: "buys" })),
    );
    const byHand = { from: "USDC.svm", to: "SOL.svm", size: { usd: 10 }, reason: "by hand" };
    const swapped: string[] = [];
    const bot = sandboxBot({
      strategies: [both],
      faults: [RESTART],
      reshape: (request, answer) => {
        if (request.path === "/api/trade/execute")
          void engine
            .swap({ ...byHand, book: "once" })
            .then(({ outcomes }) => swapped.push(...outcomes.map(({ status }) => status)));
        return answer;
      },
    });
    const engine = bot.start();
    await ended(bot, engine);
    expect(trades(bot)).toEqual([[1, 100]]);
    expect(bot.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "DROPPED", "DROPPED"]);
    expect(swapped).toEqual(["dropped"]);
  });

  test("is the only one for the daily minimum", async () => {
    const settings = { keepMinimum: true, minTradesPerDay: 100_000, watchEvery: 20 * MINUTE, sampleEvery: 5 * MINUTE };
    const bot = sandboxBot({ strategies: [idler("idler", "0 * * * *")], faults: [RESTART], settings });
    await ended(bot, bot.start(), 13 * HOUR);
    expect(trades(bot).map(([competition]) => competition)).toEqual([1]);
  });

  test("is in the books, the trades of the day and the outcomes with which the next start joins that one", async () => {
    const heard: string[] = [];
    const strategy = deciding("wanter", ({ outcomes, target }) => {
      heard.push(...outcomes.map(({ status, code, fromAmount }) => `${status} ${code} ${fromAmount}`));
      return target({ weights: { "WETH.eth": 0.06 }, band: 2, reason: "wants $900" });
    });
    const bot = sandboxBot({ strategies: [strategy], faults: [RESTART] });
    await ended(bot, bot.start());
    const next = bot.start();
    void next.run();
    await bot.pass(15 * MINUTE);
    expect(heard).toEqual(["filled OTHER_COMPETITION 900"]);
    expect(trades(bot)).toEqual([[1, 900]]);
    expect(next.status()).toMatchObject({
      phase: "trading",
      tradesToday: 1,
      competition: { name: expect.stringMatching(/again$/) as string },
    });
    const [, second] = bot.sandbox.exchange.competitions();
    const books = Object.values(bot.journal.recover(second?.id ?? "").books);
    const held = books.map((book) => Object.entries(book).map(([token, { amount }]) => [token, plain(amount)]));
    const balances = bot.sandbox.exchange.balances(bot.teamId).filter(({ amount }) => !amount.isZero());
    expect(held.flat().sort()).toEqual(balances.map(({ token, amount }) => [token, plain(amount)]).sort());
  });

  test("ends the bot when the list of trades shows it, if its answer was lost", async () => {
    const lost: FaultEntry = { kind: "lost-answer", operations: "executeTrade", max: 1 };
    const bot = sandboxBot({ strategies: [wanter()], faults: [RESTART, lost] });
    expect(await ended(bot, bot.start())).toMatchObject({ code: "COMPETITION_OVER", unknown: [] });
    expect(trades(bot)).toEqual([[1, 900]]);
    expect(bot.journal.steps.map(({ to, detail }) => [to, detail["code"]]).slice(-1)).toEqual([
      ["FILLED", "OTHER_COMPETITION"],
    ]);
  });

  test("ends a start that finds it in the list, even if the status still names the competition before", async () => {
    const world = makeWorld({ strategies: [wanter()] });
    const { exchange, venue, competition, team, other } = world;
    const stale = await venue.status();
    const behind: Venue = {
      ...venue,
      status: () => stale,
      execute(...args) {
        void exchange.end(competition.id);
        void exchange.start(exchange.createCompetition({ name: "Summer", teams: [team.id, other.id] }).id);
        void venue.execute(...args);
        return new Promise(() => {});
      },
    };
    await killed(world, 10 * MINUTE + 1, behind);
    expect(world.journal.intents.map(({ state }) => state)).toEqual(["SENT"]);
    const result = await runToEnd(world, MINUTE, world.bot({ venue: behind }));
    expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, unknown: [] });
    expect(result.reason).toMatch(/was made in another one/);
    expect(exchange.trades(team.id)).toHaveLength(1);
    expect(world.journal.recover(competition.id).books["once"]?.["WETH.eth"]).toBeUndefined();
  });
});

test("if the team is not in the new competition, nothing is traded, and the bot ends", async () => {
  const settings = { endDoubt: 10 * MINUTE };
  const bot = sandboxBot({ strategies: [wanter()], faults: [{ ...RESTART, teams: "none" }], settings });
  const expected = {
    document: { code: "COMPETITION_OVER", exitCode: 0 },
    // To a team that is in no competition any more this one answers 500, whatever it asks.
    deployed: { code: "END_UNCONFIRMED", exitCode: 3 },
  };
  expect(await ended(bot, bot.start(), 30 * MINUTE)).toMatchObject(expected[testProfile()]);
  expect(trades(bot)).toEqual([]);
});
