import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { seededRandom } from "../../src/core/random.js";
import { range, seedsOr } from "../support/seeds.js";
import type { Fault } from "./fake-venue.js";
import { CASH_SVM, SOL, swap, USDC, WETH, World } from "./world.js";

/** The first ones, and those by which something false was once said. */
const SEEDS = seedsOr([...range(0, 29), 582, 680, 1402, 2248, 3300]);

const SETTLE = 60_000;
const DAY = 86_400_000;
const FAULTS: readonly Fault[] = ["none", "lost-after", "lost-before", "slow-answer", "late-trade", "never-answers"];
const PAIRS = [
  [USDC, WETH],
  [CASH_SVM, SOL],
] as const;

/** A bot, and whoever else trades for its team, through one competition after the other. */
class Life {
  readonly world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
  readonly #random;
  readonly #opened = new Set(["c1"]);
  #competition = 1;
  /** When the bot may have sent something, by which a trade of other hands could be meant as well. */
  #sentAt = -Infinity;

  constructor(seed: number) {
    this.#random = seededRandom(`follow ${seed}`);
    const kept = seededRandom(`kept ${seed}`);
    this.world.venue.echo = this.#pick<World["venue"]["echo"]>([
      (reason) => reason,
      () => "cut",
      () => null,
      (reason) => (kept.next() < 0.5 ? reason : "cut"),
    ]);
  }

  async live(): Promise<void> {
    await this.world.executor.recover([]);
    const acts = [this.#trades, this.#trades, this.#startsAgain, this.#isFollowed, this.#byHand, this.#lags];
    for (let i = 0; i < 25; i++) await this.#pick(acts).call(this);
    Object.assign(this.world.venue, { listLagMs: 0, emptyLists: 0 });
    await this.#startsAgain();
    await this.world.pass(15 * SETTLE);
  }

  async #trades(): Promise<void> {
    const { world } = this;
    world.venue.faults.splice(0, Infinity, this.#pick(FAULTS));
    world.venue.faultMs = this.#pick([1_000, 20_000]);
    // The next one begins while the request is under way.
    if (this.#random.next() < 0.15) world.venue.onExecute = () => this.#begin();
    const [from, to] = this.#pick(PAIRS);
    world.decide("s", swap(from, to, this.#pick([100, 100, 50])));
    await world.pass(this.#pick([1, 100, 11_000, 30_000]));
    this.#sentAt = world.clock.now();
    if (world.competitionId !== world.venue.competitionId) await this.#startsAgain();
  }

  async #startsAgain(): Promise<void> {
    const { world } = this;
    world.executor.abandon();
    await world.pass(this.#pick([1, 1_000, 30_000, DAY]));
    world.competitionId = world.venue.competitionId;
    void world.restart();
    do await world.pass(SETTLE / 4);
    while (world.executor.unknown().length > 0);
    if (this.#opened.has(world.competitionId)) return;
    this.#opened.add(world.competitionId);
    world.journal.adjust(
      world.clock.now(),
      world.ledger.start(await world.venue.balances(), { s: 1 }, () => 1),
    );
  }

  async #isFollowed(): Promise<void> {
    this.#begin();
    await this.world.pass(this.#pick([1, 1_000, 40_000, 200_000]));
    await this.#startsAgain();
  }

  /** Of the bot's amounts where no trade of its own can be meant, else of another. */
  async #byHand(): Promise<void> {
    const { clock, venue } = this.world;
    const alike = clock.now() - this.#sentAt > 4 * SETTLE;
    const [from, to] = this.#pick(PAIRS);
    venue.trade({ from, to, amount: new Decimal(alike ? 100 : 33), reason: "by hand" });
    await this.world.pass(alike ? 4 * SETTLE : 1);
  }

  async #lags(): Promise<void> {
    this.world.venue.listLagMs = this.#pick([0, 5_000, 15_000]);
    this.world.venue.emptyLists = this.#pick([0, 1, 2]);
    await this.world.pass(this.#pick([1, SETTLE, 5 * SETTLE]));
  }

  #begin(): void {
    const { venue } = this.world;
    venue.onExecute = () => {};
    venue.restart(`c${++this.#competition}`, { [USDC]: 5_000, [CASH_SVM]: 5_000 });
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.next() * list.length)] as T;
  }
}

test.each(SEEDS)("every outcome is true through competitions that follow one another, by seed %i", async (seed) => {
  const life = new Life(seed);
  await life.live();
  const { world } = life;
  const { intents, trades } = world.journal;
  for (const { intent, state } of intents) {
    const made = world.venue.made.filter(({ id }) => world.venue.asked.get(id)?.includes(intent.marker));
    const taken = trades.filter((trade) => trade.intent === intent.id).map(({ trade }) => trade.id);
    expect(made.length).toBeLessThanOrEqual(1);
    if (state === "FILLED") expect(taken, intent.id).toEqual(made.map(({ id }) => id));
    else if (state !== "CONFLICT") expect([state, made], intent.id).toEqual([state, []]);
    expect(["SENT", "UNKNOWN"], intent.id).not.toContain(state);
  }
  expect(world.failures).toEqual([]);
});
