import type { BacktestOptions } from "../../backtest/plan/options.js";
import type { JsonValue } from "../../core/json.js";
import { journalWrittenAt, type JournalReader } from "../../journal/index.js";
import type { LoadedConfig } from "../config/load.js";
import { UsageError } from "../errors.js";
import { findRun } from "../journal/find-run.js";
import { withJournal } from "../journal/with-journal.js";
import type { BacktestFlags } from "./flags.js";
import { ownTapeOf, pastOf } from "./own-tape.js";
import { limitedBy, ruledBy, recordedRules, type RecordedRules } from "./recorded-rules.js";
import type { BacktestSetup } from "./setup.js";

/** Trades at fewer instants say nothing about how long one takes. */
const FEWEST_INSTANTS = 3;

/**
 * What an earlier run has measured and recorded: how long trades take, what `read` hooks gave, its past, its rules and
 * its seed.
 */
interface Recorded {
  readonly options: Pick<BacktestOptions, "latency" | "inputs" | "history" | "seed" | "competition" | "limits">;
  /** What a reader of the result must know of that. */
  readonly remarks: readonly string[];
}

/**
 * Takes from earlier runs what was asked for: `--inputs RUN`, `--latency-of RUN`. Of a tape that a bot of this data
 * folder has recorded also the rules and rate limits that the service said, and where nothing else is said the latency
 * that its journal has measured, its run's seed, and the past from which it warmed up. Throws UnknownRunError,
 * UsageError, JournalError, a TapeError.
 */
export async function recordedOf(flags: BacktestFlags, setup: BacktestSetup): Promise<Recorded> {
  const { loaded, tape, registry, options } = setup;
  const own = ownTapeOf(tape, loaded);
  const measured = own === null ? null : measuredBy(loaded, own.run);
  const latency = options.latency === undefined ? latencyOf(flags, loaded, measured) : null;
  const seed = flags.seed === undefined && loaded.config.seed === undefined ? measured?.seed : undefined;
  const history = own === null ? [] : await pastOf(loaded, registry);
  const said = saidOf(measured?.rules ?? null, setup);
  return {
    options: {
      ...(flags.inputs === undefined ? {} : { inputs: inputsOf(flags.inputs, loaded) }),
      ...(latency === null ? {} : { latency }),
      ...(seed === undefined ? {} : { seed }),
      ...(history.length === 0 ? {} : { history }),
      ...said.options,
    },
    remarks: said.remarks,
  };
}

/** What the service said, in place of what config assumes until then. */
function saidOf(rules: RecordedRules | null, { options, loaded }: BacktestSetup): Recorded {
  if (rules === null) return { options: {}, remarks: [] };
  const { competition, remarks } = ruledBy(rules, options.competition ?? {});
  const limited = limitedBy(rules, loaded.config.limits);
  if (limited === null) return { options: { competition }, remarks };
  return { options: { competition, limits: limited.limits }, remarks: [...remarks, limited.remark] };
}

function latencyOf(
  { latencyOf: named }: BacktestFlags,
  loaded: LoadedConfig,
  measured: Measured | null,
): number | null {
  if (named === undefined) return measured?.latency ?? null;
  const latency = inRun(named, loaded, medianLatency);
  if (latency !== null) return latency;
  throw new UsageError(
    `Run ${named} traded at fewer than ${FEWEST_INSTANTS} times, which is too few to measure latency`,
    {
      remedy: "Give the latency yourself: --latency 800ms.",
    },
  );
}

/** What the journal says of the bot that recorded a tape. */
interface Measured {
  /** Null where it made too few trades. */
  readonly latency: number | null;
  /** Of the one run whose tape it is; undefined where several recorded it. */
  readonly seed: string | undefined;
  /** What a lasting service said last; an embedded sandbox's are config's. */
  readonly rules: RecordedRules | null;
}

/** @param run null: any; the result is null where the journal does not know it */
function measuredBy(loaded: LoadedConfig, run: string | null): Measured | null {
  const data = loaded.path(loaded.config.data);
  if (journalWrittenAt(data) === null) return null;
  return withJournal(data, (reader) => {
    const known = reader.runs();
    // What a lasting service recorded: its trades were sent to it, those of a rehearsal never left the machine.
    if (run === null) {
      const live = known.flatMap(({ id, rehearsal }) => (rehearsal ? [] : [id]));
      return { latency: medianLatency(reader, ...live), seed: undefined, rules: recordedRules(reader, live) };
    }
    const own = known.find(({ id }) => id === run);
    return own === undefined ? null : { latency: medianLatency(reader, run), seed: own.seed, rules: null };
  });
}

/**
 * The median of the times from the instant of a decision to its trade in some runs, whole milliseconds; null where there
 * are too few. In them are what was read for the decision and the quote: in a backtest both need no time of their own.
 */
function medianLatency(reader: JournalReader, ...runs: readonly string[]): number | null {
  const times = runs.flatMap((run) => firstFills(reader, run)).sort((a, b) => a - b);
  return times.length < FEWEST_INSTANTS ? null : Math.round(times[times.length >> 1] ?? 0);
}

/**
 * How long after each instant of a run its first trade was made: those after it waited for it, as they do in a backtest.
 */
function firstFills(reader: JournalReader, run: string): number[] {
  const instants = new Map<number, number>();
  for (const { number, at, aside } of reader.decisions({ run })) if (!aside) instants.set(number, at);
  const first = new Map<number, number>();
  for (const { intent, transitions } of reader.intents({ run })) {
    const instant = instants.get(intent.decision);
    // What was found out later says nothing of how long an answer takes.
    const filled = transitions.find(({ from, to }) => from === "SENT" && to === "FILLED");
    if (instant === undefined || filled === undefined) continue;
    first.set(instant, Math.min(first.get(instant) ?? Infinity, filled.at - instant));
  }
  return [...first.values()];
}

function inputsOf(name: string, loaded: LoadedConfig): NonNullable<BacktestOptions["inputs"]> {
  const [of, known] = inRun(name, loaded, (reader, run) => {
    const inputs = new Map<string, JsonValue>();
    for (const row of reader.strategyTicks({ run }))
      if (row.status !== "warming-up") inputs.set(`${row.strategy} ${row.at}`, row.inputs);
    return [run, inputs] as const;
  });
  const inputs = (strategy: string, instant: number): JsonValue | undefined => known.get(`${strategy} ${instant}`);
  return Object.assign(inputs, { of });
}

function inRun<T>(name: string, loaded: LoadedConfig, read: (reader: JournalReader, run: string) => T): T {
  const { folder, id } = findRun(name, loaded);
  return withJournal(folder, (reader) => read(reader, id));
}
