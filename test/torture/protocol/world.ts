import { ContenderError } from "../../../src/core/errors.js";
import { silentLog } from "../../../src/core/log.js";
import { seededRandom, type Random } from "../../../src/core/random.js";
import { Secrets } from "../../../src/core/secrets.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { nextTurn } from "../../../src/core/time/system-clock.js";
import {
  createEngine,
  DEFAULT_TIMES,
  type Engine,
  type EngineResult,
  type EngineSettings,
} from "../../../src/engine/index.js";
import { DEFAULT_EXECUTION, type ExecutionSettings } from "../../../src/execution/index.js";
import { createGateway, type Gateway, type Transport } from "../../../src/gateway/index.js";
import type { JournalWriter } from "../../../src/model/journal.js";
import type { Recovered } from "../../../src/model/recovered.js";
import type { Venue } from "../../../src/model/venue.js";
import { bindStrategy, type BoundStrategy } from "../../../src/strategy/bind/bind.js";
import { noGuard } from "../../../src/strategy/guard.js";
import { instantLane } from "../../gateway/limits/instant-lane.js";
import { usualRules } from "../../support/rules.js";
import { dice } from "./dice.js";
import { Life } from "./life.js";
import type { Scene } from "./scene.js";
import { registry, Service } from "./service.js";
import { diskShelf, JOURNAL_ID, memoryShelf, type Shelf } from "./shelf.js";
import { Witness } from "./witness.js";

/** Ports of a bot that was built wrongly, to see whether the judge notices. */
export interface Bug {
  venue?(venue: Venue): Venue;
  journal?(journal: JournalWriter): JournalWriter;
  recover?(recovered: Recovered): Recovered;
  transport?(transport: Transport): Transport;
  readonly execution?: Partial<ExecutionSettings>;
}

/** A process of the bot, as it ended. */
export interface Ended {
  readonly at: number;
  /** The label of the point at which it was killed, or null. */
  readonly killedAt: string | null;
  readonly result: EngineResult | null;
}

/** The id of an intent that there is none of, in markers of other hands. */
export const FORGED = "000000";
/** As many turns as a request without a socket takes at most. */
const TURNS = 3;

/** A bot, its service, and its fate: processes that are killed and started again, all on one simulated clock. */
export class World {
  readonly clock: SimulatedClock;
  readonly service: Service;
  readonly witness: Witness;
  readonly lives: Ended[] = [];
  readonly #shelf: Shelf;
  #journalId = JOURNAL_ID;
  readonly #random: Random;
  #engine: Engine | null = null;
  #life: Life | null = null;
  #over = false;
  #starts = 0;

  /** @param shelfOf where its journal is; by default as the scene says */
  constructor(
    readonly scene: Scene,
    private readonly bug: Bug = {},
    shelfOf: (world: World) => Shelf = ({ clock }) => (scene.disk ? diskShelf(scene.seed, clock) : memoryShelf()),
  ) {
    this.clock = new SimulatedClock(scene.start);
    this.witness = new Witness(() => this.clock.now());
    this.#random = seededRandom(scene.seed).fork("fate");
    this.service = new Service(scene, this.clock, (intent) => this.witness.stateOf(intent) === "SENT");
    this.#shelf = shelfOf(this);
  }

  /** Of the bot's journal. */
  get journalId(): string {
    return this.#journalId;
  }

  /** Runs the round to its end: everything that can be known by then is. */
  async run(): Promise<void> {
    const { clock, scene } = this;
    clock.at(clock.now(), () => void this.#start());
    clock.at(scene.end, () => this.#finish());
    this.#planHands();
    const quiet = (): boolean => this.service.young === 0 && !this.service.waiting && this.#engine?.busy() === false;
    while (!this.#over && clock.step()) if (!quiet()) await this.#settle();
    await this.service.sandbox.close();
    this.#shelf.remove();
  }

  /** Lets everything go on that does not wait for the clock. */
  async #settle(): Promise<void> {
    const { service } = this;
    // One that waited may have gone on, which shows nowhere else.
    if (service.waiting) for (let turns = 1; turns < TURNS; turns++) await nextTurn();
    await nextTurn();
    for (let turns = 0; service.young > 0 && turns < TURNS; turns++) await nextTurn();
    if (service.young > 0) service.age();
  }

  async #start(): Promise<void> {
    if (this.#over) return;
    const { scene, clock } = this;
    const doomed = Number.isFinite(scene.lifespan) && clock.now() < scene.calmFrom;
    const left = doomed ? 1 + this.#random.int(2 * scene.lifespan) : Infinity;
    const midst = this.#shelf.midst?.bind(this.#shelf) ?? null;
    const life = new Life(left, (killed) => this.#ended(killed, null), midst);
    this.#life = life;
    this.#engine = null;
    const gateway = this.#gateway(life);
    // What cannot be reached ends the process, as it does on the command line; what is news is left to the engine.
    const reached = await gateway.connect().then(
      () => true,
      (error: unknown) =>
        error instanceof ContenderError && /^(DEACTIVATED|COMPETITION_ENDED|NOT_PARTICIPATING)$/.test(error.code),
    );
    if (!life.alive) return;
    if (!reached) {
      life.kill("no connection");
      return;
    }
    const engine = this.#bot(life, gateway);
    this.#engine = engine;
    const result = await engine.run();
    if (life.killedAt === null) this.#ended(life, result);
  }

  /** A process is gone. Somebody starts it again. */
  #ended(life: Life, result: EngineResult | null): void {
    if (this.#life !== life) return;
    this.lives.push({ at: this.clock.now(), killedAt: life.killedAt, result });
    this.#life = null;
    if (this.clock.now() >= this.scene.end) {
      this.#over = true;
      return;
    }
    const pause = this.#random.int(this.#random.next() < 0.5 ? 2_000 : 90_000);
    this.clock.at(this.clock.now() + pause, () => void this.#start());
  }

  #finish(): void {
    if (this.#engine === null || this.#life === null) this.#over = true;
    else this.#engine.stop("the round is over");
  }

  /** By how much the bot's clock is ahead now. */
  #ahead(): number {
    const { skew, jump } = this.scene;
    return skew + (jump !== null && this.clock.now() >= jump.at ? jump.by : 0);
  }

  /** The bot's time of a moment at which it has jumped already, if ever. */
  #afterAll(at: number): number {
    return at + this.scene.skew + (this.scene.jump?.by ?? 0);
  }

  #gateway(life: Life): Gateway {
    const { scene, clock, bug } = this;
    const transport = this.service.transport();
    return createGateway({
      baseUrl: "http://service.invalid",
      key: this.service.key,
      clock: life.clock(clock, () => this.#ahead()),
      wall: life.clock(clock, () => this.#ahead()),
      registry,
      log: silentLog,
      secrets: new Secrets(),
      random: seededRandom(scene.seed).fork(`gateway ${this.#starts}`),
      limits: { overrides: { trade: "off", price: "off", account: "off", all: "off", each: "off" } },
      lane: instantLane,
      transport: life.transport(bug.transport?.(transport) ?? transport),
    });
  }

  #bot(life: Life, gateway: Gateway): Engine {
    const { scene, bug, witness } = this;
    // What an earlier process had open went with it.
    const kept = this.#shelf.open();
    this.#journalId = kept.journalId;
    const journal = witness.journal(kept, (...write) => life.write(...write));
    return createEngine({
      clock: life.clock(this.clock, () => this.#ahead()),
      // As on the command line: what the machine's clock is set to does not move it.
      wall: life.clock(this.clock, () => 0),
      venue: bug.venue?.(gateway) ?? gateway,
      journal: bug.journal?.(journal) ?? journal,
      journalId: kept.journalId,
      knowsIntent: (id) => kept.knowsIntent(id),
      ownerOfTrade: (trade) => kept.ownerOfTrade(trade),
      adjustedSince: (id, since) => kept.adjustedSince(id, since),
      recover: (id) => {
        const recovered = kept.recover(id);
        return bug.recover?.(recovered) ?? recovered;
      },
      log: silentLog,
      seed: scene.seed,
      registry,
      strategies: scene.players.map((player) => this.#bound(player)),
      settings: this.#settings(),
      run: { id: `run-${++this.#starts}`, version: "0", config: {} },
      guard: noGuard,
    });
  }

  #bound({ name, tokens, every, most, allocation }: Scene["players"][number]): BoundStrategy {
    const params = { tokens, every, most, until: this.#afterAll(this.scene.calmFrom) };
    const context = { registry, crossChain: true, fundedChains: null };
    return bindStrategy({ definition: dice, file: "dice.ts", source: "dice" }, { name, allocation, params }, context);
  }

  #settings(): EngineSettings {
    const { minimum, start, skew } = this.scene;
    return {
      ...DEFAULT_TIMES,
      watchEvery: 60_000,
      sampleEvery: 300_000,
      balancesEvery: 120_000,
      leaderboardEvery: 1_800_000,
      wait: true,
      once: false,
      minTradesPerDay: null,
      keepMinimum: minimum !== null,
      rules: usualRules(start + skew),
      risk: {},
      execution: { ...DEFAULT_EXECUTION, ...this.bug.execution },
    };
  }

  /** Other hands on the same account: with no marker, and with one of another bot's. */
  #planHands(): void {
    const { handsEvery, calmFrom, players } = this.scene;
    if (!Number.isFinite(handsEvery)) return;
    const random = seededRandom(this.scene.seed).fork("hands");
    const plan = (): void => {
      const at = this.clock.now() + Math.ceil(-handsEvery * Math.log(1 - random.next()));
      if (at >= calmFrom) return;
      this.clock.at(at, () => {
        const [cash = "", ...others] = players[random.int(players.length)]?.tokens ?? [];
        const other = others[random.int(others.length)] ?? "";
        const [from, to] = random.next() < 0.7 ? [cash, other] : [other, cash];
        const sold = registry.resolve(from);
        const bought = registry.resolve(to);
        const reason =
          ["by hand", "[zzzz-000000] another bot", `[${this.#journalId}-${FORGED}] a forgery`][random.int(3)] ?? "";
        const amount = String((from === cash ? 100 : 0.001) * (1 + random.int(1_000) / 1_000));
        void this.service.tradeByHand({
          ...{ fromToken: sold.address, fromChain: sold.chain, fromSpecificChain: sold.specificChain },
          ...{ toToken: bought.address, toChain: bought.chain, toSpecificChain: bought.specificChain },
          ...{ amount, reason },
        });
        plan();
      });
    };
    plan();
  }
}
