/**
 * How to read a scenario of test/execution.
 *
 * A scenario is one bot's trading half (risk, planning, sending, reconciliation) with a fake venue, a journal in memory
 * and a simulated clock. It says what the venue does wrong, lets the bot decide, lets time pass, and looks at the result:
 *
 *     const world = new World();                       // 10,000 USDC.eth, one strategy: "s"
 *     world.venue.faults.push("lost-after");           // the next trade is made, and its answer lost
 *     world.decide("s", swap(USDC, WETH, 100));        // plan, journal, enqueue: as the engine does
 *     await world.pass(0);                             // what needs no time happens
 *     expect(world.states()).toEqual(["FILLED"]);      // a state an intent, in the order of the intents
 *     expectAgreement(world);                          // the books hold what the venue holds
 *
 * Its words:
 * - `venue`: the service. `faults` has one entry for each of the next trade requests (`Fault` in fake-venue.ts); `listLagMs`,
 *   `failingLists`, `emptyLists`, `hidden` and others say how its answers mislead. `requests` is what reached it, `made`
 *   what it traded: the truth.
 * - `decide`: a strategy's decisions, made by `swap` or `target`. Nothing is sent before the next `pass`.
 * - `pass(ms)`: the clock moves on by so much, and all that is due happens. An unknown trade is settled after a minute.
 * - `states()`: where each intent is (PREPARED, SENT, UNKNOWN, FILLED, …). `told(status)`: outcomes that a strategy got.
 * - `journal`: what is on disk. `beforeWrite` and `afterWrite` are called around each write of the executor; one that
 *   throws is a full disk, or the end of the process.
 * - `restart()`: the process ends and starts again, with what the journal has. The old one can write no more.
 * - `reconcile()`: venue and books are compared; it gives the corrections.
 * - `nextCompetition(id)`: the venue begins another competition; the bot takes part in it from its next `restart` on.
 */
import { expect } from "vitest";
import { equalsDouble } from "../../src/core/number/decimal.js";
import { silentLog } from "../../src/core/log.js";
import { seededRandom } from "../../src/core/random.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import {
  createExecutor,
  DEFAULT_EXECUTION,
  type ExecutionSettings,
  type Executor,
  type ExecutorPorts,
} from "../../src/execution/index.js";
import type { ExecutionJournal, ExecutionVenue } from "../../src/execution/ports.js";
import { Ledger } from "../../src/ledger/index.js";
import type { Decision } from "../../src/model/decision.js";
import type { IntentState } from "../../src/model/intent.js";
import type { BookEntry } from "../../src/model/journal.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import type { Outcome } from "../../src/model/outcome.js";
import { PriceBoard } from "../../src/model/price-board.js";
import type { Rules } from "../../src/model/rules.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import { createRisk, type Risk, type RiskSettings } from "../../src/risk/index.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { FakeVenue } from "./fake-venue.js";
import { usualRules } from "../support/rules.js";

export const USDC = "USDC.eth";
export const WETH = "WETH.eth";
export const WBTC = "WBTC.eth";
export const USDT = "USDT.eth";
export const SOL = "SOL.svm";
export const CASH_SVM = "USDC.svm";
export const PRICES: Readonly<Record<string, number>> = {
  [USDC]: 1,
  [WETH]: 2000,
  [WBTC]: 50000,
  [USDT]: 1,
  [SOL]: 100,
  [CASH_SVM]: 1,
  "USDC.base": 1,
  "WETH.base": 2000,
};
export const START = Date.UTC(2024, 0, 1);

export const RULES = usualRules(START);

export interface WorldOptions {
  readonly balances?: Readonly<Record<string, number>>;
  readonly allocations?: Readonly<Record<string, number>>;
  readonly rules?: Partial<Rules>;
  readonly risk?: RiskSettings;
  readonly settings?: Partial<ExecutionSettings>;
  readonly seed?: string;
  /** Stands in the place of the fake venue. */
  readonly service?: ExecutionVenue;
}

/** Lets promises run until only the clock can move anything. */
export async function flush(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** The books hold what the venue does, to the last digit of a double. */
export function expectAgreement(world: World): void {
  for (const token of [USDC, WETH, WBTC])
    expect(equalsDouble(world.ledger.balance(token), world.venue.amount(token).toNumber()), token).toBe(true);
}

/** A scenario; the header of this file says how to read one. */
export class World {
  readonly clock = new SimulatedClock(START);
  readonly venue: FakeVenue;
  readonly journal = new MemoryJournal("abcd");
  readonly registry = new TokenRegistry(KNOWN_TOKENS);
  readonly board = new PriceBoard();
  readonly outcomes: (Outcome & { readonly strategy: string })[] = [];
  readonly failures: unknown[] = [];
  readonly settings: ExecutionSettings;
  rules: Rules;
  competitionId = "c1";
  ledger = new Ledger("c1");
  risk: Risk;
  executor: Executor;
  /** Stands between executor and journal: throw here to lose a write. */
  beforeWrite: (name: keyof ExecutionJournal, args: unknown) => void = () => {};
  afterWrite: (name: keyof ExecutionJournal, args: unknown) => void = () => {};
  #generation = 0;

  constructor(readonly options: WorldOptions = {}) {
    const { balances = { [USDC]: 10_000 }, allocations = { s: 1 } } = options;
    this.venue = new FakeVenue(this.clock, balances, { ...PRICES });
    this.settings = { ...DEFAULT_EXECUTION, ...options.settings };
    this.rules = { ...RULES, ...options.rules };
    for (const [token, usd] of Object.entries(PRICES)) this.board.record({ token, usd, readAt: START });
    this.risk = createRisk(options.risk ?? {});
    const all = Object.keys(balances).map((token) => ({ token, amount: this.venue.amount(token) }));
    this.#begin();
    this.journal.adjust(
      START,
      this.ledger.start(all, allocations, (token) => this.board.get(token)?.usd ?? null),
    );
    this.executor = this.#create();
  }

  /** Decides, as the engine does: plan, journal, enqueue. */
  decide(strategy: string, ...decisions: readonly Decision[]): ReturnType<Executor["plan"]> {
    const records = decisions.map((decision) => ({ seq: this.journal.nextDecision(), decision }));
    const at = this.clock.now();
    const plan = this.executor.plan(strategy, records, at);
    const { verdicts, intents, outcomes } = plan;
    const decided = {
      strategy,
      due: ["main"],
      status: "decided",
      view: null,
      decisions: records,
      error: null,
    } as const;
    this.journal.tick({ at, bars: [], strategies: [{ ...decided, verdicts, intents, outcomes }] });
    this.outcomes.push(...plan.outcomes.map((outcome) => ({ ...outcome, strategy })));
    this.executor.enqueue(plan);
    return plan;
  }

  /** Lets `ms` pass. */
  async pass(ms: number): Promise<void> {
    await this.clock.drive(this.clock.now() + ms, flush);
    await flush();
  }

  /** Another competition begins, with this cash: whoever starts from now on is in it. */
  nextCompetition(id: string, cash = 5_000): void {
    this.venue.restart(id, { [USDC]: cash });
    this.competitionId = id;
  }

  /** The process dies and starts again, with what the journal holds; `only` as in Executor.recover. */
  restart(only: string | null = null): Promise<void> {
    this.#generation += 1;
    this.beforeWrite = () => {};
    this.afterWrite = () => {};
    this.#begin();
    const recovered = this.journal.recover(this.competitionId);
    this.ledger = new Ledger(this.competitionId);
    this.ledger.restore(recovered.books);
    this.executor = this.#create();
    return this.executor.recover(recovered.open, recovered, only);
  }

  /** Compares venue and books; gives the entries made. */
  async reconcile(): Promise<readonly BookEntry[]> {
    const entries = this.executor.reconcile();
    await this.pass(0);
    return entries;
  }

  states(): IntentState[] {
    return this.journal.intents.map(({ state }) => state);
  }

  /** Outcomes of a kind, oldest first. */
  told(status: Outcome["status"]): Outcome[] {
    return this.outcomes.filter((outcome) => outcome.status === status);
  }

  #begin(): void {
    const started = { startedAt: this.clock.now(), version: "0.1.0", seed: "seed", config: {}, strategies: [] };
    this.journal.begin({ id: `run-${this.#generation}`, ...started });
  }

  #create(): Executor {
    const generation = this.#generation;
    const alive = (): boolean => generation === this.#generation;
    const guarded =
      <A extends unknown[]>(name: keyof ExecutionJournal, write: (...args: A) => void) =>
      (...args: A): void => {
        if (!alive()) throw new Error("this process is dead");
        this.beforeWrite(name, args[0]);
        write(...args);
        this.afterWrite(name, args[0]);
      };
    const { journal } = this;
    const ports: ExecutorPorts = {
      clock: this.clock,
      venue: this.options.service ?? this.venue,
      journal: {
        prepare: guarded("prepare", (preparation) => journal.prepare(preparation)),
        step: guarded("step", (step) => journal.step(step)),
        adjust: guarded("adjust", (at, entries) => journal.adjust(at, entries)),
        foreignTrades: guarded("foreignTrades", (at, trades) => journal.foreignTrades(at, trades)),
        note: guarded("note", (note) => journal.note(note)),
      },
      journalId: "abcd",
      ownerOfTrade: (trade) => journal.ownerOfTrade(trade),
      recover: (competitionId) => journal.recover(competitionId),
      adjustedSince: (competitionId, since) => journal.adjustedSince(competitionId, since),
      log: silentLog,
      random: seededRandom(this.options.seed ?? "seed"),
      registry: this.registry,
      ledger: this.ledger,
      board: this.board,
      rules: () => this.rules,
      risk: this.risk,
      settings: this.settings,
      knowsIntent: (id) => journal.knowsIntent(id),
      onOutcome: (strategy, outcome) => this.outcomes.push({ ...outcome, strategy }),
      onFailure: (error) => this.failures.push(error),
    };
    return createExecutor(ports);
  }
}

export const swap = (
  from: string,
  to: string,
  usd: number,
  more: Partial<Extract<Decision, { kind: "swap" }>> = {},
): Decision => ({
  kind: "swap",
  from,
  to,
  size: { usd },
  reason: "because",
  ...more,
});

export const target = (
  weights: Readonly<Record<string, number>>,
  more: Partial<Extract<Decision, { kind: "target" }>> = {},
): Decision => ({
  kind: "target",
  weights,
  reason: "because",
  ...more,
});
