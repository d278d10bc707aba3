import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Decimal, plain } from "../../../src/core/number/decimal.js";
import { TickFacts, type FactSources } from "../../../src/engine/tick/facts.js";
import { RunHoldings, tokensOf } from "../../../src/engine/tick/run-holdings.js";
import { Standings } from "../../../src/engine/competition/standings.js";
import { StrategyRun } from "../../../src/engine/tick/strategy-run.js";
import { BookValues, Ledger } from "../../../src/ledger/index.js";
import type { OpenTrade } from "../../../src/model/open-trade.js";
import type { Outcome } from "../../../src/model/outcome.js";
import { PriceBoard } from "../../../src/model/price-board.js";
import type { Rules } from "../../../src/model/rules.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import type { ViewData } from "../../../src/strategy/view/view-data.js";
import { bound, registry, RULES, START } from "../world.js";

const definition = defineStrategy({
  ...{ name: "a", summary: "Holds.", params: z.object({}), schedule: "* * * * *" },
  state: z.object({ count: z.number().default(0) }),
  needs: () => ({ prices: ["WBTC.eth"] }),
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
const outcome = (decision: number): Outcome => ({
  ...{ decision, id: null, intent: null, status: "refused", from: "USDC.eth", to: "WETH.eth", fromAmount: "0" },
  ...{ toAmount: "0", costUsd: null, code: "MAX_TRADE", reason: "too large", at: START },
});

/** A world that can change in every way that facts speak of. */
function world() {
  const ledger = new Ledger("c");
  const board = new PriceBoard();
  const run = new StrategyRun(bound(definition));
  const competition = {
    id: "c",
    name: "Spring",
    description: null,
    state: "active",
    startAt: START,
    endAt: null,
  } as const;
  const standings = new Standings({ ...competition }, { id: "me", name: "alpha" });
  const known: { rules: Rules; open: OpenTrade[]; left: number } = { rules: RULES, open: [], left: 9 };
  const tradesLeftOn = (): number => known.left * 2;
  const sources: FactSources = {
    venue: { limitsLeft: () => ({ trade: known.left, price: null, account: null, all: null }) },
    board,
    values: new BookValues(ledger, board),
    standings,
    rules: () => known.rules,
    openTrades: () => [...known.open],
    tradesLeftOn,
    seed: "seed",
  };
  const holdings = new RunHoldings(run, ledger, registry);
  const price = (usd: number, at: number): void => board.record({ token: "WETH.eth", usd, readAt: at });
  const gain = (units: number): void => {
    const common = { competitionId: "c", book: "a", token: "WETH.eth", cause: "start", reason: "" } as const;
    ledger.apply([{ ...common, change: new Decimal(units), costUsd: units * 7 }]);
  };
  const changes: ((n: number) => void)[] = [
    (n) => price(1 + n, START + n),
    (n) => board.record({ token: "USDC.eth", usd: 1, readAt: START + n }),
    (n) => gain(1 + n),
    (n) => run.tell([outcome(n)]),
    () => run.told(1),
    (n) => (run.state = { count: n }),
    (n) => (known.rules = { ...RULES, maxTradeShare: n / 100, slippage: n % 2 === 0 ? null : "log" }),
    (n) => (known.left = n),
    (n) => standings.update({ ...competition, endAt: START + n }),
    (n) => {
      const own = { teamId: "me", teamName: "alpha", active: true, deactivationReason: null };
      standings.take({ competition, standings: [{ ...own, rank: 1, portfolioValue: n }], inactive: [] }, START + n);
    },
    (n) =>
      known.open.push({
        ...{ decision: n, id: null, intent: `i${n}`, state: "SENT", from: "USDC.eth", to: "WETH.eth", amount: "1" },
      }),
  ];
  return { ledger, board, run, standings, known, sources, holdings, changes };
}

type World = ReturnType<typeof world>;

const factsOf = ({ run, sources, holdings }: World, instant: number, now: number): TickFacts =>
  new TickFacts(run, sources, holdings, { instant, now, due: Object.freeze(["main"]), inputs: { a: 1 } });

/** What facts say, worked out at once. */
function eager({ ledger, board, run, standings, known, sources }: World, instant: number, now: number) {
  const book = [...ledger.book("a")].map(([token, { amount, averageCost }]) => {
    return [token, { amount: plain(amount), averageCost }];
  });
  return {
    ...{ now, due: ["main"], book: Object.fromEntries(book) as object },
    prices: Object.fromEntries([...tokensOf(run, ledger, registry)].map((token) => [token, board.get(token)])),
    team: { id: "me", name: "alpha", equity: ledger.worth(board), tradesLeftToday: sources.tradesLeftOn(now) },
    ...{ rules: known.rules, competition: standings.view(now), limits: sources.venue.limitsLeft() },
    ...{ slippage: known.rules.slippage ?? "computed", open: [...known.open], outcomes: [...run.outcomes] },
    ...{ state: run.state, inputs: { a: 1 }, seed: `seed/a/${instant}` },
  };
}

const history = fc.array(fc.record({ change: fc.nat(10), n: fc.nat(90) }), { maxLength: 25 });

test("lazy facts equal facts computed at once, in whatever order they are read", () => {
  fc.assert(
    fc.property(
      history,
      fc.shuffledSubarray(["prices", "team", "competition", "open", "rules", "book"] as const),
      (steps, asked) => {
        const here = world();
        steps.forEach(({ change, n }, i) => {
          here.changes[change]?.(n);
          const [instant, now] = [START + 60_000 * i, START + 60_000 * i + n];
          const facts = factsOf(here, instant, now);
          for (const name of asked) expect(facts[name]).toBeDefined();
          expect(facts.plain()).toEqual(eager(here, instant, now));
          expect(facts.priceOf("WETH.eth")).toEqual(facts.prices["WETH.eth"] ?? null);
          expect(facts.priceOf("SOL.svm")).toBeNull();
        });
      },
    ),
    { numRuns: 100 },
  );
});

test("complete facts stay unchanged, even those that were not read before", () => {
  fc.assert(
    fc.property(history, history, (before, after) => {
      const here = world();
      for (const { change, n } of before) here.changes[change]?.(n);
      const facts = factsOf(here, START, START + 5).complete();
      const expected = JSON.parse(JSON.stringify(eager(here, START, START + 5))) as Record<string, unknown>;
      for (const { change, n } of after) here.changes[change]?.(n);
      const shown = JSON.parse(JSON.stringify(facts.plain())) as Record<string, unknown>;
      // Of requests left a hook is told what is left when it looks.
      expect({ ...shown, limits: null }).toEqual({ ...expected, limits: null });
    }),
    { numRuns: 100 },
  );
});

test("nothing that facts give can be changed", () => {
  const here = world();
  here.changes.forEach((change) => change(3));
  const facts = factsOf(here, START, START);
  for (const name of Object.keys(facts.plain()) as (keyof ViewData)[]) {
    const value = facts[name];
    if (typeof value === "object" && value !== null) expect([name, Object.isFrozen(value)]).toEqual([name, true]);
  }
  expect(Object.isFrozen(facts.prices["WETH.eth"])).toBe(true);
  expect(Object.isFrozen(facts.book["WETH.eth"])).toBe(true);
});
