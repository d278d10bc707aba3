import { Decimal } from "decimal.js";
import { describe, expect, it } from "vitest";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { plain } from "../../../src/core/number/decimal.js";
import type { Balance } from "../../../src/model/portfolio.js";
import type { TokenName } from "../../../src/model/token.js";
import type { Strategy } from "../../../src/strategy/define.js";
import { simulatedVenue } from "../../../src/venue/index.js";
import { buyer, deciding } from "../strategies.js";
import {
  expectWholeBooks,
  HOUR,
  makeWorld,
  MINUTE,
  pass,
  registry,
  runToEnd,
  START,
  type TestWorld,
} from "../world.js";

const SECOND = 1_000;

type Wrong = (balances: readonly Balance[]) => readonly Balance[];

/** Holds half of everything on eth in WETH, and looks every ten seconds. */
const holder = deciding(
  "holder",
  ({ target }) => target({ weights: { "WETH.eth": 0.2 }, band: 1, reason: "a fifth" }),
  "*/10 * * * * *",
);

/** A bot whose service answers wrongly of balances in some time, milliseconds after the start. */
function misled(strategies: readonly Strategy[], wrong: Wrong, from: number, to = Infinity, inPortfolio = false) {
  const isWrong = (): boolean => {
    const since = world.clock.now() - START;
    return since >= from && since < to;
  };
  const world: TestWorld = makeWorld({
    strategies,
    settings: { balancesEvery: 10 * SECOND, watchEvery: 15 * SECOND },
    duration: 6 * HOUR,
    venue: (venue) => ({
      ...venue,
      balances(options) {
        const right = venue.balances(options) as readonly Balance[];
        return isWrong() ? wrong(right) : right;
      },
      ...(inPortfolio && {
        portfolio: async (options) => {
          const right = await venue.portfolio(options);
          const held = right.tokens.map(({ token, amount }) => ({
            token: token ?? "",
            amount,
            sent: amount.toNumber(),
          }));
          const shown = isWrong() ? wrong(held) : held;
          return { ...right, tokens: shown.map((one) => ({ ...one, price: null, value: 0 })) };
        },
      }),
    }),
  });
  return world;
}

const kinds = ({ journal }: TestWorld): string[] => journal.notes.map(({ kind }) => kind);

const amountOf = ({ journal, competition }: TestWorld, book: string, token: TokenName): string =>
  plain(journal.recover(competition.id).books[book]?.[token]?.amount ?? new Decimal(0));

const adjustments = ({ journal }: TestWorld) => journal.entries.filter(({ cause }) => cause === "adjustment");

const without =
  (...tokens: readonly TokenName[]): Wrong =>
  (balances) =>
    balances.filter(({ token }) => !tokens.includes(token));

const WRONG: readonly (readonly [string, Wrong])[] = [
  ["are an empty list", () => []],
  ["are all 0", (balances) => balances.map(({ token }) => ({ token, amount: new Decimal(0), sent: 0 }))],
  ["are those of one chain", without("USDC.base", "USDC.svm")],
];

describe.each(WRONG)("balances that %s", (_, wrong) => {
  it("at the first start open no books: they open once the service shows what there is", async () => {
    const world = misled([buyer("buyer", "0 * * * *")], wrong, 0, MINUTE);
    void world.engine.run();
    await pass(world, 50 * SECOND);
    expect(world.journal.entries).toEqual([]);
    await pass(world, 10 * MINUTE);
    for (const token of ["USDC.eth", "USDC.base", "USDC.svm"]) expect(amountOf(world, "buyer", token)).toBe("5000");
    expect(adjustments(world)).toEqual([]);
    expect(kinds(world)).toEqual(expect.arrayContaining(["balances-doubted", "balances-agree"]));
  });

  it("for five minutes during a run change no book, and pause entries", async () => {
    const world = misled([buyer()], wrong, 33 * MINUTE, 38 * MINUTE);
    void world.engine.run();
    await pass(world, 45 * MINUTE);
    expect(adjustments(world)).toEqual([]);
    expect(world.journal.notes).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: "balances-doubted", level: "warn" }),
        expect.objectContaining({ kind: "balances-agree" }),
      ]) as object,
    );
    expectWholeBooks(world);
  });
});

it("a token that is missing for 20 seconds is not bought again", async () => {
  const world = misled([holder], without("WETH.eth"), 10 * MINUTE, 10 * MINUTE + 20 * SECOND);
  void world.engine.run();
  await pass(world, 9 * MINUTE);
  const made = world.exchange.trades(world.team.id).length;
  expect(made).toBeGreaterThan(0);
  await pass(world, 5 * MINUTE);
  expect(world.exchange.trades(world.team.id)).toHaveLength(made);
  expect(adjustments(world)).toEqual([]);
  expectWholeBooks(world);
});

it("while a balance is missing exits are sent, and entries wait until it is back", async () => {
  const trader = deciding("trader", ({ now, swap }) => {
    const minute = (now - START) / MINUTE;
    const exit = minute === 30;
    if (minute < 20 || exit)
      return [
        swap({ from: "USDC.eth", to: "WBTC.eth", size: { usd: 100 }, reason: "enters" }),
        exit
          ? swap({ from: "WETH.eth", to: "USDC.eth", size: { fraction: 1 }, reason: "exits" })
          : swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 200 }, reason: "enters" }),
      ];
    return [];
  });
  const world = misled([trader], without("USDC.svm"), 25 * MINUTE, 32 * MINUTE);
  void world.engine.run();
  const since = (minute: number) =>
    world.exchange
      .trades(world.team.id)
      .filter(({ at }) => at >= START + minute * MINUTE)
      .map(({ from, to }) => `${from} ${to}`);
  await pass(world, 31 * MINUTE);
  expect(since(25)).toEqual(["WETH.eth USDC.eth"]);
  await pass(world, 2 * MINUTE);
  expect(since(31)).toEqual(["USDC.eth WBTC.eth"]);
});

describe("a balance that stays lower, with no trade that explains it", () => {
  const less: Wrong = (balances) =>
    balances.map((balance) =>
      balance.token === "USDC.svm"
        ? { ...balance, amount: balance.amount.minus(100), sent: balance.sent - 100 }
        : balance,
    );

  it.each([
    ["ten minutes, with a warning", true, 10],
    ["half an hour where the portfolio still shows what the books hold", false, 30],
  ])("is entered after %s", async (_, inPortfolio, minutes) => {
    const world = misled([buyer()], less, 5 * MINUTE, Infinity, inPortfolio);
    void world.engine.run();
    await pass(world, (5 + minutes - 1) * MINUTE);
    expect(adjustments(world)).toEqual([]);
    await pass(world, 2 * MINUTE);
    expect(adjustments(world)).toMatchObject([{ book: "buyer", token: "USDC.svm" }]);
    expect(amountOf(world, "buyer", "USDC.svm")).toBe("4900");
    expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "balances-believed", level: "warn" }));
  });

  it("returns to the book that it was taken from, at once", async () => {
    const world = misled([buyer()], less, 5 * MINUTE, 20 * MINUTE, true);
    void world.engine.run();
    await pass(world, 19 * MINUTE);
    expect(amountOf(world, "buyer", "USDC.svm")).toBe("4900");
    await pass(world, 2 * MINUTE);
    expect(amountOf(world, "buyer", "USDC.svm")).toBe("5000");
    expect(amountOf(world, "unassigned", "USDC.svm")).toBe("0");
  });
});

it("a restart does not believe an empty list either, and the strategies keep their books", async () => {
  const world = misled([holder], () => [], 10 * MINUTE, 12 * MINUTE);
  void world.engine.run();
  await pass(world, 9 * MINUTE);
  world.engine.stop("a restart");
  await pass(world, 90 * SECOND);
  const again = world.bot();
  void again.run();
  await pass(world, 5 * MINUTE);
  expect(again.status().phase).toBe("trading");
  expect(kinds(world)).toContain("balances-doubted");
  expect(adjustments(world)).toEqual([]);
  expectWholeBooks(world);
});

it("a portfolio that names tokens by another chain, in another case, does not keep books from opening", async () => {
  const tokens = new TokenRegistry(KNOWN_TOKENS);
  const world = makeWorld({
    strategies: [buyer()],
    ports: { registry: tokens },
    venue: (venue) => ({
      ...venue,
      portfolio: async (options) => {
        const right = await venue.portfolio(options);
        const named = right.tokens.map((held) => {
          const { address, chain, specificChain } = tokens.resolve(held.token ?? "");
          if (chain !== "evm") return held;
          return { ...held, token: tokens.ofAddress(address.toLowerCase(), `not-${specificChain}`).name };
        });
        return { ...right, tokens: named };
      },
    }),
  });
  void world.engine.run();
  await pass(world, SECOND);
  expect(amountOf(world, "buyer", "USDC.base")).toBe("5000");
  expect(kinds(world)).not.toContain("balances-doubted");
});

it("a trade that has sold all of a token explains why the portfolio, which is older, still shows it", async () => {
  const world = misled([buyer("buyer", "0 * * * *")], (balances) => balances, 0);
  const stale = await world.venue.portfolio();
  const hands = simulatedVenue(world.exchange, world.team.id, registry);
  for (const amount of [1_000, 1_000, 1_000, 1_000, 1_000])
    await hands.execute({ from: "USDC.svm", to: "SOL.svm", amount: new Decimal(amount), reason: "by hand" });
  void world.bot({ venue: { ...world.venue, portfolio: () => stale } }).run();
  await pass(world, SECOND);
  expect(amountOf(world, "buyer", "USDC.eth")).toBe("5000");
  expect(amountOf(world, "buyer", "USDC.svm")).toBe("0");
  expect(kinds(world)).not.toContain("balances-doubted");
});

it("a bot that waits for balances to open its books with ends when the competition does", async () => {
  const world = misled([buyer()], () => [], 0);
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
  expect(kinds(world).filter((kind) => kind === "balances-doubted")).toHaveLength(1);
  expect(world.journal.entries).toEqual([]);
});

it("a bot with --once opens no books for an account that holds nothing: it ends, and reports why", async () => {
  const world = makeWorld({
    strategies: [buyer()],
    settings: { once: true },
    venue: (venue) => ({ ...venue, balances: () => [] }),
  });
  const result = await world.engine.run();
  expect(result).toMatchObject({ exitCode: 3, reason: expect.stringContaining("holds nothing") as string });
  expect(world.journal.entries).toEqual([]);
});

it("trades from before the books opened explain no balance", async () => {
  const as =
    (less: number): Wrong =>
    (balances) =>
      balances.map((one) =>
        one.token === "USDC.eth" ? { ...one, amount: one.amount.minus(less), sent: one.sent - less } : one,
      );
  const world = misled([buyer("buyer", "0 * * * *")], as(100), 5 * SECOND, 15 * SECOND);
  const hands = simulatedVenue(world.exchange, world.team.id, registry);
  await hands.execute({ from: "USDC.eth", to: "WBTC.eth", amount: new Decimal(100), reason: "by hand" });
  void world.engine.run();
  await pass(world, 5 * MINUTE);
  expect(kinds(world)).toContain("balances-doubted");
  expect(adjustments(world)).toEqual([]);
  expect(amountOf(world, "buyer", "USDC.eth")).toBe("4900");
});
