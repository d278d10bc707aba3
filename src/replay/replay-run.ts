import type { JsonObject } from "../core/json.js";
import type { JournalReader, RecordedDecision, RecordedTick, RunRow, RunStrategyRow } from "../journal/index.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { BoundStrategy } from "../strategy/bind/bind.js";
import { decideOn } from "../strategy/decide/decide.js";
import { noGuard, type Guard } from "../strategy/guard.js";
import { thrownText } from "../strategy/thrown.js";
import type { ViewData } from "../strategy/view/view-data.js";
import { viewOf } from "../strategy/view/view-of.js";
import { compareAnswer, nowFails } from "./compare-answers.js";
import { RecordedBars } from "./recorded-bars.js";
import type { Difference, ReplayReport } from "./report.js";
import { runOf } from "./run-of.js";

export interface ReplayOptions {
  readonly reader: Pick<JournalReader, "runs" | "ticks">;
  readonly runId: string;
  /** The strategy as it is today, with the params of the run; null where it is not there any more. */
  load(strategy: RunStrategyRow): BoundStrategy | null;
  readonly registry: TokenRegistry;
  /** Default: none, the code is trusted to return. */
  readonly guard?: Guard;
}

/**
 * Asks the strategies of a run again, each time with what they were told then (the recorded view, the
 * recorded bars, the state of that moment), and compares what they decide and the state they leave.
 * Each answer stands alone: one that differs does not make the next ones differ.
 *
 * Throws UnknownRunError, JournalError, and what `load` throws.
 */
export function replayRun({ reader, runId, load, registry, guard = noGuard }: ReplayOptions): ReplayReport {
  const run = runOf(reader, runId);
  const strategies = new Map(run.strategies.map((strategy) => [strategy.name, load(strategy)]));
  const replay = new Replay(run, strategies, registry, guard);
  for (const tick of reader.ticks(runId)) replay.tick(tick);
  return replay.report();
}

class Replay {
  readonly #run: RunRow;
  readonly #strategies: ReadonlyMap<string, BoundStrategy | null>;
  readonly #registry: TokenRegistry;
  readonly #guard: Guard;
  readonly #bars: RecordedBars;
  readonly #counts = { ticks: 0, replayed: 0, decisions: 0, differing: 0 };
  readonly #skipped = { warmingUp: 0, failed: 0, unseen: 0, missing: 0 };
  #difference: Difference | null = null;

  constructor(
    run: RunRow,
    strategies: ReadonlyMap<string, BoundStrategy | null>,
    registry: TokenRegistry,
    guard: Guard,
  ) {
    this.#run = run;
    this.#strategies = strategies;
    this.#registry = registry;
    this.#guard = guard;
    this.#bars = new RecordedBars([...strategies.values()].flatMap((strategy) => strategy?.bars ?? []));
  }

  tick({ at, bars, strategies }: RecordedTick): void {
    this.#counts.ticks += strategies.length;
    this.#bars.add(bars);
    for (const recorded of strategies) this.#again(at, recorded);
  }

  #again(at: number, recorded: RecordedDecision): void {
    const { strategy: name, status, view, decisions } = recorded;
    const strategy = this.#strategies.get(name) ?? null;
    if (status === "warming-up") this.#skipped.warmingUp++;
    else if (status === "failed") this.#skipped.failed++;
    else if (view === null) this.#skipped.unseen++;
    else if (strategy === null) this.#skipped.missing++;
    else {
      this.#counts.replayed++;
      this.#counts.decisions += decisions.length;
      const found = this.#ask(strategy, recorded, view);
      if (found === null) return;
      this.#counts.differing++;
      this.#difference ??= { at, strategy: name, ...found };
    }
  }

  #ask(strategy: BoundStrategy, recorded: RecordedDecision, data: JsonObject): ReturnType<typeof compareAnswer> {
    try {
      const view = viewOf(strategy, viewDataOf(data), this.#bars, this.#registry);
      return compareAnswer(recorded, data, decideOn(strategy, view, this.#registry, this.#guard));
    } catch (error) {
      // Of the first alone it is shown, and to look for its line costs more than to decide.
      return nowFails(recorded, this.#difference === null ? thrownText(error, strategy.file) : "");
    }
  }

  report(): ReplayReport {
    const versions = this.#run.strategies.flatMap(({ name, version }) => {
      const now = this.#strategies.get(name)?.version;
      return now === undefined || now === version ? [] : [{ strategy: name, recorded: version, now }];
    });
    const skipped = { ...this.#skipped };
    const { id, rehearsal } = this.#run;
    return { run: id, rehearsal, ...this.#counts, difference: this.#difference, versions, skipped };
  }
}

/** What a strategy saw. Journals of before do not say how many trades were left that day. */
function viewDataOf(recorded: JsonObject): ViewData {
  const data = recorded as object as ViewData;
  return { ...data, team: { ...data.team, tradesLeftToday: data.team.tradesLeftToday ?? null } };
}
