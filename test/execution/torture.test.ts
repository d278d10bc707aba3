import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, equalsDouble } from "../../src/core/decimal.js";
import type { ExecutionJournal } from "../../src/execution/ports.js";
import type { IntentState } from "../../src/model/intent.js";
import { FAULTS } from "./fake-venue.js";
import { World, swap, target, USDC, WBTC, WETH } from "./world.js";

const SETTLE = 60_000;
const HANDS = "by other hands";
const FINAL: readonly IntentState[] = ["DROPPED", "FILLED", "REJECTED", "NOT_EXECUTED", "CONFLICT"];

/** The venue's own record is the judge. */
function judge(world: World): void {
  const { intents, trades } = world.journal;
  for (const { intent, state } of intents) {
    const requests = world.venue.requests.filter(({ reason }) => reason.includes(intent.marker));
    const made = world.venue.made.filter(({ id }) => world.venue.asked.get(id)?.includes(intent.marker));
    expect(FINAL, intent.id).toContain(state);
    expect(requests.length, `${intent.id} was sent once at most`).toBeLessThanOrEqual(1);
    expect(made.length, `${intent.id} was made once at most`).toBeLessThanOrEqual(1);
    if (state === "FILLED") expect(made).toHaveLength(1);
    if (state === "DROPPED") expect(requests).toEqual([]);
    if (state === "REJECTED" || state === "NOT_EXECUTED") expect(made, `${intent.id} is ${state}`).toEqual([]);
  }
  const markers = new Set(intents.map(({ intent }) => intent.marker));
  for (const asked of world.venue.asked.values()) if (asked !== HANDS) expect(markers).toContain(asked.slice(0, 13));
  const filled = trades.filter(({ intent }) => intent !== null).map(({ trade }) => trade.id);
  expect(new Set(filled).size).toBe(filled.length);
}

function agrees(world: World): void {
  if (world.states().includes("CONFLICT")) return;
  for (const token of [USDC, WETH, WBTC])
    expect(equalsDouble(world.ledger.balance(token), world.venue.amount(token).toNumber()), token).toBe(true);
}

const decision = fc.oneof(
  fc
    .record({
      pair: fc.constantFrom([USDC, WETH], [WETH, USDC], [USDC, WBTC], [WBTC, USDC], [WETH, WBTC]),
      usd: fc.integer({ min: 2, max: 9000 }),
    })
    .map(({ pair, usd }) => swap(pair[0] as string, pair[1] as string, usd)),
  fc
    .record({ weth: fc.integer({ min: 0, max: 50 }), wbtc: fc.integer({ min: 0, max: 50 }) })
    .map(({ weth, wbtc }) => target({ [WETH]: weth / 100, [WBTC]: wbtc / 100 })),
);

const STEPS: readonly (keyof ExecutionJournal)[] = ["prepare", "step", "adjust", "foreignTrades", "note"];

describe("under random faults", () => {
  it("every intent ends once, with a true state, and books and venue agree", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(decision, { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 12 }),
        fc.record({
          faultMs: fc.integer({ min: 0, max: 30_000 }),
          lag: fc.integer({ min: 0, max: 20_000 }),
          empty: fc.integer({ min: 0, max: 4 }),
          echo: fc.boolean(),
          hands: fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 3 }),
        }),
        async (decisions, faults, { faultMs, lag, empty, echo, hands }) => {
          const left = [...hands];
          const world = new World({ balances: { [USDC]: 10_000, [WETH]: 1, [WBTC]: 0.1 } });
          Object.assign(world.venue, { faultMs, listLagMs: lag, emptyLists: empty });
          if (!echo) world.venue.echo = () => "cut by the service";
          world.venue.faults.push(...faults);
          for (const one of decisions) {
            world.decide("s", one);
            await world.pass(2500);
            const cents = left.shift();
            if (cents !== undefined && world.venue.amount(USDC).greaterThan(10))
              world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(cents).dividedBy(100), reason: HANDS });
            await world.pass(2500);
          }
          world.executor.stopSending("the end");
          await world.pass(20 * SETTLE);
          for (let i = 0; i < 2; i++) {
            const reconciled = world.executor.reconcile();
            await world.pass(0);
            await reconciled;
          }
          judge(world);
          agrees(world);
        },
      ),
      { numRuns: 150, seed: 20240101 },
    );
  });

  it("and a crash before or after any write, every intent still ends once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(decision, { minLength: 1, maxLength: 3 }),
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 6 }),
        fc.array(fc.record({ write: fc.integer({ min: 1, max: 12 }), after: fc.boolean() }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.integer({ min: 0, max: 20_000 }),
        async (decisions, faults, crashes, lag) => {
          const world = new World({ balances: { [USDC]: 10_000, [WETH]: 1, [WBTC]: 0.1 } });
          Object.assign(world.venue, { faultMs: 15_000, listLagMs: lag });
          world.venue.faults.push(...faults);
          for (const { write, after } of crashes) {
            let left = write;
            const crash = (): void => {
              if (--left <= 0) throw new Error("crash");
            };
            if (after) world.afterWrite = crash;
            else world.beforeWrite = crash;
            for (const one of decisions) {
              if (world.failures.length > 0) break;
              world.decide("s", one);
              await world.pass(5000);
            }
            world.failures.length = 0;
            void world.restart();
            await world.pass(3 * SETTLE);
          }
          world.executor.stopSending("the end");
          await world.pass(20 * SETTLE);
          judge(world);
          agrees(world);
        },
      ),
      { numRuns: 150, seed: 20240102 },
    );
  });
});

describe("a crash at every write of one trade", () => {
  const faults = ["none", "lost-after", "lost-before", "slow-answer"] as const;
  const points = faults.flatMap((fault) =>
    [1, 2, 3].flatMap((write) => [true, false].map((after) => ({ fault, write, after }))),
  );

  it.each(points)("ends it once ($fault, write $write, after: $after)", async ({ fault, write, after }) => {
    const world = new World();
    world.venue.faults.push(fault);
    world.venue.faultMs = 5000;
    let left = write;
    const crash = (name: keyof ExecutionJournal): void => {
      if (STEPS.includes(name) && name === "step" && --left <= 0) throw new Error("crash");
    };
    if (after) world.afterWrite = crash;
    else world.beforeWrite = crash;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.executor.hasUnknown()).toBe(false);
    judge(world);
    agrees(world);
  });
});
