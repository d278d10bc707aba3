import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, equalsDouble, plain } from "../../src/core/number/decimal.js";
import type { Decision } from "../../src/model/decision.js";
import type { Rules } from "../../src/model/rules.js";
import { NumericService, stored, textOf, type Lost } from "./numeric-service.js";
import { START, USDC, WBTC, WETH, World } from "./world.js";

const SETTLE = 60_000;
const TOKENS = [USDC, WETH, WBTC];
/** No trade is too small or too large for our own limits: the service's are what is tested. */
const NO_LIMITS = {
  allocations: { s: 1 },
  rules: { maxTradeShare: null },
  risk: { minTradeUsd: 1e-300 },
  settings: { minTradeUsd: 1e-300 },
} as const;

/** From 10^-15 to 10^15, with more digits than anything carries. */
const amountText = fc
  .tuple(fc.stringMatching(/^[1-9]\d{0,25}$/), fc.integer({ min: -15, max: 14 }))
  .map(([digits, size]) => plain(new Decimal(`${digits[0]}.${digits.slice(1) || "0"}e${size}`)));
const price = fc
  .tuple(fc.double({ min: 1, max: 9.999_999, noNaN: true }), fc.integer({ min: -12, max: 8 }))
  .map(([digits, size]) => digits * 10 ** size);
const slippage = fc.double({ min: 0, max: 0.15, noNaN: true });

interface Market {
  readonly balances: Readonly<Record<string, string>>;
  readonly prices: Readonly<Record<string, number>>;
  readonly slippage?: number;
}

interface Bot {
  readonly world: World;
  readonly service: NumericService;
  trade(decision: Decision, lost?: Lost): Promise<void>;
}

function botOn({ balances, prices, slippage: share = 0.003 }: Market, rules: Partial<Rules> = NO_LIMITS.rules): Bot {
  let world: World | null = null;
  const service = new NumericService(() => world?.clock.now() ?? START, balances, prices, share);
  const opened = Object.keys(balances).map((token) => [token, Number(service.balance(token))] as const);
  world = new World({ ...NO_LIMITS, rules, balances: Object.fromEntries(opened), service });
  const bot = world;
  for (const [token, usd] of Object.entries(prices)) bot.board.record({ token, usd, readAt: START });
  return {
    world: bot,
    service,
    async trade(decision, lost = "nothing") {
      service.lost.splice(0, service.lost.length, lost);
      bot.decide("s", decision);
      await bot.pass(lost === "nothing" ? 0 : 3 * SETTLE);
    },
  };
}

const sell = (from: string, to: string, size: { amount: string } | { fraction: number }): Decision => ({
  kind: "swap",
  from,
  to,
  size,
  reason: "because",
});

/** Sells all of a token, again where rounding left something that can be sold; gives what is left. */
async function sellOut({ world, trade }: Bot, from: string, to: string): Promise<Decimal> {
  for (let i = 0; i < 4 && world.ledger.amount("s", from).greaterThanOrEqualTo("0.000001"); i++)
    await trade(sell(from, to, { fraction: 1 }));
  return world.ledger.amount("s", from);
}

/** The books, after one comparison, add up to what the service says to the last digit of its doubles. */
async function expectBooksOf({ world, service }: Bot): Promise<void> {
  await world.pass(2 * SETTLE);
  expect(await world.reconcile()).toEqual([]);
  for (const token of TOKENS) {
    const books = world.ledger.balance(token);
    expect(equalsDouble(books, Number(service.balance(token))), `${token}: ${plain(books)}`).toBe(true);
  }
}

describe("the service of these tests", () => {
  it.each([
    ["0.0012345678901234", "0.001234567890123"],
    ["0.0012345678901235", "0.001234567890124"],
    ["-1.5e-15", "-0.000000000000002"],
    ["1e-16", "0.000000000000000"],
    ["12345.678901234567", "12345.678901234567000"],
    ["1.5e+3", "1500.000000000000000"],
  ])("stores %s as %s", (text, column) => {
    expect(textOf(stored(text))).toBe(column);
  });

  it("has no room for more than 15 digits before the point", () => {
    expect(() => stored("1e15")).toThrow("overflow");
  });
});

describe("a sale on a service that stores 15 decimal places", () => {
  it("of 0.0012345678901234 is filled with what the service books of it", async () => {
    const bot = botOn({ balances: { [USDC]: "5000", [WETH]: "1.5" }, prices: { [USDC]: 1, [WETH]: 2500 } });
    await bot.trade(sell(WETH, USDC, { amount: "0.0012345678901234" }));
    expect(bot.world.states()).toEqual(["FILLED"]);
    expect(bot.service.sent).toEqual(["0.001234567890123"]);
    await expectBooksOf(bot);
  });

  it("of any amount at any price is filled, or is dust that is refused with a reason and not sent", async () => {
    await fc.assert(
      fc.asyncProperty(amountText, price, price, slippage, async (amount, from, to, share) => {
        const most = Math.max(Number(amount), (Number(amount) * from) / to);
        fc.pre(most < 4e14);
        const balances = { [USDC]: "1", [WETH]: textOf(2n * stored(amount) + 7n) };
        const bot = botOn({ balances, prices: { [WETH]: from, [USDC]: to }, slippage: share });
        await bot.trade(sell(WETH, USDC, { amount }));
        const { world, service } = bot;
        if (Number(amount) < 0.000001) {
          expect([service.sent, world.states()]).toEqual([[], []]);
          const reason = expect.stringMatching(
            /is (dust: the service books|below the competition's minimum)/,
          ) as string;
          expect(world.told("refused")).toMatchObject([{ code: "BELOW_MINIMUM", reason }]);
          return;
        }
        expect(world.states()).toEqual(["FILLED"]);
        const [sent = new Decimal(0)] = service.sent.map((text) => new Decimal(text));
        expect(sent.lessThanOrEqualTo(amount)).toBe(true);
        expect([sent.decimalPlaces() <= 15, sent.precision() <= 15]).toEqual([true, true]);
        await expectBooksOf(bot);
      }),
      { numRuns: 300 },
    );
  });

  const step = fc.record({
    from: fc.constantFrom(...TOKENS),
    to: fc.constantFrom(...TOKENS),
    fraction: fc.oneof(fc.double({ min: 1e-7, max: 1, noNaN: true }), fc.constant(1)),
    lost: fc.oneof({ weight: 3, arbitrary: fc.constant<Lost>("nothing") }, fc.constantFrom<Lost>("answer", "request")),
  });

  it("is never in conflict in a series of trades with lost answers, and books and balances stay equal", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 10 }),
        fc.tuple(price, price, price),
        slippage,
        fc.integer({ min: -5, max: 9 }),
        async (steps, [one, two, three], share, size) => {
          const prices: Market["prices"] = { [USDC]: one, [WETH]: two, [WBTC]: three };
          const worth = 1.234567890123456 * 10 ** size;
          const amounts = TOKENS.map((token) => [token, worth / (prices[token] ?? 1)] as const);
          fc.pre(amounts.every(([, amount]) => amount > 1e-5 && amount < 1e14));
          const balances = Object.fromEntries(amounts.map(([token, amount]) => [token, String(amount)]));
          const bot = botOn({ balances, prices, slippage: share });
          for (const { from, to, fraction, lost } of steps)
            if (from !== to) await bot.trade(sell(from, to, { fraction }), lost);
          const { world } = bot;
          const ends = new Set(world.states());
          for (const end of ["FILLED", "NOT_EXECUTED", "REJECTED"] as const) ends.delete(end);
          expect([...ends]).toEqual([]);
          for (const { code } of world.told("rejected")) expect(code).toBe("INSUFFICIENT_BALANCE");
          await expectBooksOf(bot);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(["0.0000000000000009", "0.00000000000000000001"])(
    "of %s tokens, less than is booked, is refused as dust and not sent",
    async (amount) => {
      const bot = botOn({ balances: { [USDC]: "5000", [WETH]: "1.5" }, prices: { [USDC]: 1, [WETH]: 2500 } });
      await bot.trade(sell(WETH, USDC, { amount }));
      const reason = `${amount} WETH.eth is dust: the service books no less than 0.000000000000001`;
      expect(bot.world.told("refused")).toMatchObject([{ code: "BELOW_MINIMUM", reason }]);
      expect(bot.service.sent).toEqual([]);
    },
  );

  it("of all of a book that holds less than is booked is refused as dust and not sent", async () => {
    const bot = botOn({ balances: { [USDC]: "5000", [WETH]: "0" }, prices: { [USDC]: 1, [WETH]: 2500 } });
    const change = {
      competitionId: "c1",
      book: "s",
      token: WETH,
      change: new Decimal("4e-16"),
      costUsd: null,
    } as const;
    bot.world.ledger.apply([{ ...change, cause: "adjustment", reason: "an earlier version" }]);
    await bot.trade(sell(WETH, USDC, { fraction: 1 }));
    const reason = expect.stringMatching(/^0\.0000000000000004 WETH\.eth is dust/) as string;
    expect(bot.world.told("refused")).toMatchObject([{ code: "BELOW_MINIMUM", reason }]);
    expect(bot.service.sent).toEqual([]);
  });

  it("by targets and in parts has no more digits than are booked", async () => {
    const weight = fc.double({ min: 0, max: 0.49, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(weight, weight), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        slippage,
        async (targets, token, share) => {
          const prices = { [USDC]: 1, [WETH]: 2471.13, [WBTC]: token };
          const bot = botOn({ balances: { [USDC]: "5000" }, prices, slippage: share }, { maxTradeShare: 0.25 });
          for (const [weth, wbtc] of targets) {
            const weights = { [WETH]: weth, [WBTC]: wbtc };
            await bot.trade({ kind: "target", weights, reason: "because" });
          }
          for (const text of bot.service.sent) {
            const sent = new Decimal(text);
            expect([sent.decimalPlaces() <= 15, sent.precision() <= 15], text).toEqual([true, true]);
          }
          expect(bot.world.states().filter((state) => state !== "FILLED" && state !== "REJECTED")).toEqual([]);
          await expectBooksOf(bot);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("of a balance that the service has rounded below the books is filled at the second attempt", async () => {
    const bot = botOn({ balances: { [USDC]: "5000", [WBTC]: "0.01" }, prices: { [USDC]: 1, [WBTC]: 60_000 } });
    bot.service.lose(WBTC, 1n);
    await bot.trade(sell(WBTC, USDC, { fraction: 1 }));
    expect(bot.world.told("rejected")).toMatchObject([{ code: "INSUFFICIENT_BALANCE" }]);
    await bot.trade(sell(WBTC, USDC, { fraction: 1 }));
    expect(bot.world.states()).toEqual(["REJECTED", "FILLED"]);
    expect([plain(bot.world.ledger.balance(WBTC)), Number(bot.service.balance(WBTC))]).toEqual(["0", 0]);
  });

  it("of everything leaves nothing, except dust of amounts with more than 15 digits", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0.001, max: 0.4, noNaN: true }), { minLength: 1, maxLength: 6 }),
        fc.tuple(price, price),
        slippage,
        async (fractions, [cash, token], share) => {
          fc.pre((5000 * cash) / token < 1e14 && (5000 * cash) / token > 0.001);
          const bot = botOn({ balances: { [USDC]: "5000" }, prices: { [USDC]: cash, [WBTC]: token }, slippage: share });
          for (const fraction of fractions) await bot.trade(sell(USDC, WBTC, { fraction }));
          // Rounding may have left the one of them with a digit more than the other.
          const all = [bot.world.ledger.amount("s", WBTC), new Decimal(Number(bot.service.balance(WBTC)))];
          const areShort = all.every((amount) => amount.precision() <= 15 && amount.decimalPlaces() <= 15);
          const left = await sellOut(bot, WBTC, USDC);
          expect(left.lessThan("0.000001"), plain(left)).toBe(true);
          if (areShort) expect(plain(left)).toBe("0");
          if (left.isZero()) return;
          await bot.trade(sell(WBTC, USDC, { fraction: 1 }));
          expect(bot.world.told("refused").at(-1)).toMatchObject({ code: "BELOW_MINIMUM" });
        },
      ),
      { numRuns: 100 },
    );
  });
});
