import { canonicalJson } from "../../core/json.js";
import type { RunBars } from "../../model/journal.js";
import { compareAsides } from "./asides.js";
import { backtestCause, withCause } from "./backtests.js";
import { BarDifferences } from "./bar-differences.js";
import { IntentComparison } from "./compare-intents.js";
import { seedCause } from "./chance.js";
import { compareDecisions, decisionsJson } from "./decided.js";
import { explained, intentCauses, momentCauses, type Facts } from "./explain.js";
import { joinTicks, type JoinedTick } from "./join-ticks.js";
import { LaterFills } from "./later-fills.js";
import { Moments, type Moment } from "./moments.js";
import { Disabled } from "./disabled.js";
import type { Recording } from "./recording.js";
import { repeatedOtherwise } from "./repeated-holds.js";
import type { Cause, CauseKind, RunComparison, RunDifference, Subject } from "./report.js";
import { setUpDifferences, strategySetUp, timingFirst } from "./set-up.js";
import { summarise } from "./summarise.js";
import { emptyTally, Span } from "./tallies.js";

/**
 * Compares two runs tick by tick: what each strategy decided at the same instant, the intents that were made of it,
 * and the trades that they became. Whatever differs is told with its likeliest cause: the facts that both journals
 * recorded are the evidence. Ticks are matched by strategy and instant, so that a live run compares with the backtest
 * of its tape; names that each run gives by itself (ids, markers) are not compared.
 *
 * @param limit how many differences are told
 */
export function compareRuns(first: Recording, second: Recording, limit = 10): RunComparison {
  const comparison = new Comparison(first, second);
  for (const joined of joinTicks(first.ticks(), second.ticks())) comparison.tick(joined);
  return comparison.report(limit);
}

/** The bars that strategies of both runs look at, by their names; of one that is not the same in both, or of an earlier version's journal, any bar may be a cause. */
function barNeeds({ run: first }: Recording, { run: second }: Recording): ReadonlyMap<string, readonly RunBars[]> {
  return new Map(
    first.strategies.flatMap(({ name, version, bars }) => {
      const same = second.strategies.some((one) => one.name === name && one.version === version);
      return same && bars !== null ? [[name, bars] as const] : [];
    }),
  );
}

/** Facts that were not the same, although the decision was; the others differ between any two runs. */
const MATERIAL: ReadonlySet<CauseKind> = new Set<CauseKind>([
  "price",
  "bars",
  "outcome",
  "balance",
  "rule",
  "state",
  "inputs",
]);

class Comparison {
  readonly #runs: readonly [Recording, Recording];
  readonly #moments: readonly [Moments, Moments];
  readonly #setUp: ReadonlyMap<string, readonly Cause[]>;
  readonly #seed: Cause | null;
  readonly #bars = new BarDifferences();
  readonly #needs: ReadonlyMap<string, readonly RunBars[]>;
  /** What both runs saw last at the same instant, by strategy. */
  readonly #facts = new Map<string, Facts>();
  readonly #disabled = [new Disabled(), new Disabled()] as const;
  /** When a strategy last did something else than in the other run, by its name, epoch milliseconds. */
  readonly #parted = new Map<string, number>();
  readonly #intents: IntentComparison;
  readonly #later = new LaterFills();
  readonly #ticks = emptyTally();
  readonly #decisions = emptyTally();
  readonly #found: RunDifference[] = [];
  readonly #spans = [new Span(), new Span()] as const;
  /** Ticks of one run, while it is not known whether the other one goes on. */
  #waiting: JoinedTick[] = [];
  #wording = 0;
  #otherFacts = 0;
  #outside = 0;

  constructor(first: Recording, second: Recording) {
    this.#needs = barNeeds(first, second);
    this.#runs = [first, second];
    this.#moments = [new Moments(first, second), new Moments(second, first)];
    this.#intents = new IntentComparison(first, second);
    this.#seed = seedCause(first.run, second.run);
    const find = ({ run }: Recording, name: string) => run.strategies.find((one) => one.name === name);
    // A strategy that only one of them has is told with the set-up, not at each tick.
    const names = first.run.strategies.map(({ name }) => name).filter((name) => find(second, name) !== undefined);
    this.#setUp = new Map(names.map((name) => [name, strategySetUp(find(first, name), find(second, name))]));
    this.#found.push(...compareAsides(this.#runs, this.#intents, this.#decisions, this.#later));
  }

  tick(joined: JoinedTick): void {
    const { at, first, second } = joined;
    const [a, b] = this.#spans;
    if (first !== null) a.take(at);
    if (second !== null) b.take(at);
    this.#bars.add(0, first?.bars ?? []);
    this.#bars.add(1, second?.bars ?? []);
    if (a.from === null || b.from === null) {
      this.#outside++;
      this.#park(joined);
      for (const { strategy, decisions } of (first ?? second)?.strategies ?? []) this.#alone(at, strategy, decisions);
    } else if ((first === null || second === null) && this.#moments[first === null ? 0 : 1].lastHold < at)
      // The other run may have ended: then it misses nothing.
      this.#waiting.push(joined);
    else {
      for (const earlier of this.#waiting.splice(0)) this.#compare(earlier);
      this.#compare(joined);
    }
  }

  report(limit: number): RunComparison {
    this.#outside += this.#waiting.length;
    for (const [side, span] of this.#spans.entries()) {
      const { lastHold } = this.#moments[side === 0 ? 0 : 1];
      if (span.from !== null && Number.isFinite(lastHold)) span.take(lastHold);
    }
    if (this.#runs.some(({ holdsMerged }) => holdsMerged)) this.#repeats();
    const [first, second] = this.#runs;
    const backtest = backtestCause(first.run, second.run);
    return summarise({
      runs: this.#runs,
      spans: this.#spans,
      setUp: setUpDifferences(first.run, second.run),
      sameStrategies: this.#runs.every(({ run }) => run.strategies.length === this.#setUp.size),
      counts: {
        ...{ ticks: this.#ticks, decisions: this.#decisions },
        ...{ intents: this.#intents.intents, trades: this.#intents.trades },
        ...{ wording: this.#wording, otherFacts: this.#otherFacts, outside: this.#outside },
      },
      fillTimes: this.#later.summary(),
      found: this.#found.map((one) => withCause(one, backtest)),
      limit,
    });
  }

  /** Of ticks that left no rows. */
  #repeats(): void {
    const ticks = this.#found.filter(({ what }) => what === "tick" || what === "decision");
    for (const [name, causes] of this.#setUp) {
      const told = ticks.flatMap(({ strategy, at }) => (strategy === name ? [at] : [])).sort((a, b) => a - b);
      const found = repeatedOtherwise(name, this.#runs, causes, told);
      if (found !== null) this.#found.push(found);
    }
  }

  #park({ first, second }: JoinedTick): void {
    this.#disabled[0].take(first);
    this.#disabled[1].take(second);
  }

  #compare(joined: JoinedTick): void {
    const { at, first, second } = joined;
    // Here, in the order of time: a failure is no reason for ticks that were missed before it.
    this.#park(joined);
    const names = new Set([...(first?.strategies ?? []), ...(second?.strategies ?? [])].map((one) => one.strategy));
    for (const strategy of names) {
      if (!this.#setUp.has(strategy)) continue;
      const [a, b] = [this.#moments[0].at(at, strategy, first), this.#moments[1].at(at, strategy, second)];
      this.#found.push(...this.#later.tick(strategy, at));
      if (a === null || b === null) this.#missing(at, strategy, a, b);
      else this.#moment(at, strategy, a, b);
    }
  }

  #missing(at: number, strategy: string, first: Moment | null, second: Moment | null): void {
    const side = first === null ? "onlySecond" : "onlyFirst";
    this.#ticks[side]++;
    this.#decisions[side] += (first ?? second)?.decisions.length ?? 0;
    const causes = [
      this.#disabled[first === null ? 0 : 1].missing(strategy, first !== null),
      ...timingFirst(this.#setUp.get(strategy) ?? []),
    ];
    this.#found.push({ at, strategy, what: "tick", ...decisionsOf(first, second), causes, facts: "none" });
    this.#results(at, strategy, first, second, null);
    this.#alone(at, strategy, (first ?? second)?.decisions ?? []);
  }

  /** Decisions that only one of the runs made. */
  #alone(at: number, strategy: string, decisions: Moment["decisions"]): void {
    if (decisions.some(({ decision }) => decision.kind !== "hold")) this.#parted.set(strategy, at);
  }

  #moment(at: number, strategy: string, first: Moment, second: Moment): void {
    const what = differenceOf(first, second);
    const facts = this.#factsOf(strategy, first, second);
    const others = {
      setUp: this.#setUp.get(strategy) ?? [],
      // Bars are recorded with views: those that nobody's view was kept of come with the next one.
      bars: this.#bars.causes(at, this.#needs.get(strategy) ?? null, facts?.of === "recorded"),
    };
    const causes = momentCauses(first, second, facts, others);
    if (what === null) {
      this.#ticks.equal++;
      if (causes.some(({ kind }) => MATERIAL.has(kind))) this.#otherFacts++;
    } else {
      this.#ticks.differing++;
      if (what === "wording") this.#wording++;
      const shown =
        what === "state" ? { first: first.state ?? null, second: second.state ?? null } : decisionsOf(first, second);
      const why = explained(causes, facts, this.#parted.get(strategy), this.#seed);
      this.#found.push({ at, strategy, what, ...shown, ...why });
      if (what === "decision") this.#parted.set(strategy, at);
    }
    if (what === null || what === "state") this.#decisions.equal += first.decisions.length;
    else this.#decisions.differing += Math.max(first.decisions.length, second.decisions.length);
    this.#results(at, strategy, first, second, what === "decision" ? null : { causes, facts });
  }

  /** What both saw; the nearest instant before where one of them did not keep it. */
  #factsOf(strategy: string, { view: first }: Moment, { view: second }: Moment): Facts | null {
    if (first === null || second === null) {
      const before = this.#facts.get(strategy);
      return before === undefined ? null : { ...before, of: "nearest" };
    }
    const facts: Facts = { first, second, of: "recorded" };
    this.#facts.set(strategy, facts);
    return facts;
  }

  /**
   * What came of the decisions of a tick.
   *
   * @param known the facts and in what they differ; null where the decisions were not the same: what came of them is no further difference then
   */
  #results(
    at: number,
    strategy: string,
    first: Moment | null,
    second: Moment | null,
    known: { readonly causes: readonly Cause[]; readonly facts: Facts | null } | null,
  ): void {
    const count = Math.max(first?.decisions.length ?? 0, second?.decisions.length ?? 0);
    const before = this.#parted.get(strategy);
    for (let i = 0; i < count; i++) {
      const { differences, later } = this.#intents.compare(
        first?.decisions[i]?.seq ?? null,
        second?.decisions[i]?.seq ?? null,
      );
      if (known === null) continue;
      const setUp = this.#setUp.get(strategy)?.length ?? 0;
      const facts = known.causes.slice(setUp);
      for (const { before: steps = [], ...one } of differences) {
        // What was traded follows from the quote and the fill alone; whether and how much, from the facts too.
        const others = [...known.causes.slice(0, setUp), ...steps, ...facts];
        const causes = one.what === "trade" ? one.causes : intentCauses(one, others);
        const { what, first: a, second: b } = one;
        this.#found.push({ what, first: a, second: b, at, strategy, ...explained(causes, known.facts, before) });
        this.#parted.set(strategy, at);
      }
      this.#later.addAll(strategy, later);
    }
  }
}

/** In what two ticks differ: whether it decided at all, what, only its words, or the state that it left. */
function differenceOf(first: Moment, second: Moment): Extract<Subject, "decision" | "wording" | "state"> | null {
  if (first.status !== second.status) return "decision";
  const decided = compareDecisions(first.decisions, second.decisions);
  if (decided === "differing") return "decision";
  const known = first.state !== undefined && second.state !== undefined;
  if (known && canonicalJson(first.state) !== canonicalJson(second.state)) return "state";
  return decided === "wording" ? "wording" : null;
}

function decisionsOf(first: Moment | null, second: Moment | null): Pick<RunDifference, "first" | "second"> {
  const json = (moment: Moment | null) => {
    if (moment === null) return null;
    return moment.status === "decided" ? decisionsJson(moment.decisions) : (moment.error ?? moment.status);
  };
  return { first: json(first), second: json(second) };
}
