import { expect, test } from "vitest";
import { ZERO, type Decimal } from "../../src/core/number/decimal.js";
import { seededRandom } from "../../src/core/random.js";
import { UNASSIGNED } from "../../src/model/journal.js";
import type { ExecuteRequest, Trade } from "../../src/model/trade.js";
import { range, seedsOr } from "../support/seeds.js";
import { flush, swap, USDC, WBTC, WETH, World } from "./world.js";

/** The first ones, and those by which one trade once took what another had moved. */
const SEEDS = seedsOr([...range(0, 39), 398, 649, 1180, 1359, 1422]);

const SETTLE = 60_000;
const START: Readonly<Record<string, number>> = { [USDC]: 10_000, [WETH]: 5, [WBTC]: 0.2 };
const PAIRS = [
  [USDC, WETH],
  [WETH, USDC],
  [USDC, WBTC],
  [WBTC, USDC],
] as const;

const ALLOCATIONS: readonly Readonly<Record<string, number>>[] = [
  { a: 0.5, b: 0.5 },
  { a: 0.4, b: 0.4 },
  { a: 1 },
  { a: 0.02, b: 0.02 },
];

/** A bot whose trades are made long after it took them for not executed, and a person who answers for them. */
class Life {
  readonly world: World;
  readonly allocations: (typeof ALLOCATIONS)[number];
  readonly #random;
  /** Requests that never arrived, and may yet. */
  readonly #lost: { readonly request: ExecuteRequest; readonly competitionId: string }[] = [];
  #competition = 1;

  constructor(seed: number) {
    this.#random = seededRandom(`late ${seed}`);
    this.allocations = this.#pick(ALLOCATIONS);
    this.world = new World({ balances: START, allocations: this.allocations });
  }

  async live(): Promise<void> {
    await this.world.executor.recover([]);
    const acts = [
      ...[this.#trades, this.#trades, this.#trades, this.#comesLate, this.#comesLate, this.#comesLate],
      ...[this.#compares, this.#compares, this.#settles, this.#settlesWithoutBot, this.#startsAgain, this.#isFollowed],
    ];
    for (let i = 0; i < 30; i++) await this.#pick(acts).call(this);
    await this.#isFollowed();
    await this.#settles();
    while (this.#inConflict().length > 0) await this.#settles();
    for (let i = 0; i < 3; i++) await this.#compares();
  }

  async #trades(): Promise<void> {
    const { world } = this;
    const [from, to] = this.#pick(PAIRS);
    const fault = this.#pick(["none", "lost-before", "lost-before", "lost-after"] as const);
    world.venue.faults.splice(0, Infinity, fault);
    const before = world.venue.requests.length;
    world.decide(this.#pick(Object.keys(this.allocations)), swap(from, to, this.#pick([20, 30])));
    // A process may die with its trade on the way.
    await world.pass(this.#pick([0, 1_000, 2 * SETTLE]));
    const request = world.venue.requests[before];
    const { competitionId } = world.venue;
    if (request !== undefined && fault === "lost-before") this.#lost.push({ request, competitionId });
  }

  /** What was lost arrives after all; the list shows it later than the balances do. */
  async #comesLate(): Promise<void> {
    const { world } = this;
    world.venue.listLagMs = this.#pick([0, 20_000, 5 * SETTLE]);
    const here = this.#lost.filter(({ competitionId }) => competitionId === world.venue.competitionId);
    if (here.length > 0) {
      const one = this.#pick(here);
      this.#lost.splice(this.#lost.indexOf(one), 1);
      world.venue.trade(one.request);
    }
    await world.pass(this.#pick([0, 2 * SETTLE]));
  }

  async #compares(): Promise<void> {
    await this.world.pass(this.#pick([0, 2 * SETTLE]));
    for (let i = 0; i < 2; i++) await this.world.reconcile();
  }

  async #settles(): Promise<void> {
    const { world } = this;
    world.venue.listLagMs = 0;
    await world.reconcile();
    const conflicts = this.#inConflict();
    if (conflicts.length === 0) return;
    await this.#answers(this.#pick(conflicts));
    // The bot may die before it compares.
    if (this.#random.next() < 0.3) await this.#startsAgain();
  }

  /** Through the journal of the trade's own competition, over or not, as `contender resolve` does. */
  async #settlesWithoutBot(): Promise<void> {
    const { world } = this;
    world.executor.abandon();
    const conflicts = this.#inConflict();
    if (conflicts.length > 0) {
      world.venue.listLagMs = 0;
      const id = this.#pick(conflicts);
      world.competitionId = world.journal.intents.find(({ intent }) => intent.id === id)?.intent.competitionId ?? "";
      void world.restart(id);
      await this.#answers(id);
      world.executor.abandon();
    }
    await this.#startsAgain();
  }

  async #startsAgain(): Promise<void> {
    const { world } = this;
    world.executor.abandon();
    await world.pass(this.#pick([1, SETTLE]));
    world.competitionId = world.venue.competitionId;
    void world.restart();
    do await world.pass(SETTLE / 2);
    while (world.executor.unknown().length > 0);
    if (!world.ledger.isEmpty()) return;
    const balances = await world.venue.balances();
    world.journal.adjust(
      world.clock.now(),
      world.ledger.start(balances, this.allocations, () => 1),
    );
  }

  async #isFollowed(): Promise<void> {
    const { venue } = this.world;
    venue.restart(`c${++this.#competition}`, START);
    if (this.#random.next() < 0.7) venue.listLagMs = 0;
    await this.#startsAgain();
  }

  #inConflict(): string[] {
    return this.world.journal.intents.filter(({ state }) => state === "CONFLICT").map(({ intent }) => intent.id);
  }

  /** The truth. */
  async #answers(id: string): Promise<void> {
    const { executor, venue } = this.world;
    const wasMade = [...venue.asked.values()].some((reason) => reason.includes(`-${id}]`));
    const settled = executor.resolveByHand(id, { kind: wasMade ? "filled" : "not-executed", reason: "I know" });
    settled.catch(() => {});
    await flush();
    await settled;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.next() * list.length)] as T;
  }
}

/** What trades have added to a token. */
function effect(trades: readonly Trade[], token: string): Decimal {
  return trades.reduce((sum, { from, to, fromAmount, toAmount }) => {
    if (from === token) return sum.minus(fromAmount);
    return to === token ? sum.plus(toAmount) : sum;
  }, ZERO);
}

test.each(SEEDS)(
  "each trade is booked once, in its strategy's book, whenever it was settled as filled, by seed %i",
  async (seed) => {
    const life = new Life(seed);
    await life.live();
    const { world, allocations } = life;
    const { intents } = world.journal;
    expect(intents.filter(({ state }) => !["FILLED", "NOT_EXECUTED", "DROPPED"].includes(state))).toEqual([]);
    const madeBy = (book: string, competition: string): Trade[] =>
      world.venue.made.filter(({ id, competitionId }) => {
        const maker = intents.find(({ intent }) => world.venue.asked.get(id)?.includes(intent.marker));
        return competitionId === competition && maker?.intent.strategy === book;
      });
    for (const competition of new Set(intents.map(({ intent }) => intent.competitionId))) {
      const { books } = world.journal.recover(competition);
      const unassigned = 1 - Object.values(allocations).reduce((sum, share) => sum + share, 0);
      for (const [book, share] of Object.entries({ ...allocations, [UNASSIGNED]: unassigned })) {
        const made = madeBy(book, competition);
        for (const [token, start] of Object.entries(START)) {
          const due = effect(made, token).plus(start * share);
          const held = books[book]?.[token]?.amount ?? ZERO;
          expect(held.minus(due).abs().toNumber(), `${competition} ${book} ${token}`).toBeLessThan(1e-9);
        }
      }
    }
    expect(world.failures).toEqual([]);
  },
);
