import { basename, dirname, resolve } from "node:path";
import type { BacktestOptions } from "../../backtest/options.js";
import type { JournalReader } from "../../journal/index.js";
import type { JsonValue } from "../../core/json.js";
import type { LoadedConfig } from "../config/load.js";
import { UsageError } from "../errors.js";
import type { BacktestFlags } from "./flags.js";
import type { BacktestSetup } from "./setup.js";

/** Fewer trades say nothing about how long an answer takes. */
const FEWEST_TRADES = 5;

/** What an earlier run has measured and recorded: how long trades take, and what `read` hooks gave. */
export type Recorded = Pick<BacktestOptions, "latency" | "inputs">;

/**
 * Takes from earlier runs what was asked for: `--inputs RUN`, `--latency-of RUN`. Where nothing is said of the latency and
 * the tape was recorded by a bot, what its journal has measured counts. Throws UnknownRunError, UsageError, JournalError.
 */
export async function recordedOf(flags: BacktestFlags, setup: BacktestSetup): Promise<Recorded> {
  const { loaded, options } = setup;
  const inputs = flags.inputs === undefined ? {} : { inputs: await inputsOf(flags.inputs, loaded) };
  if (flags.latencyOf !== undefined) {
    if (flags.latency !== undefined)
      throw new UsageError("--latency and --latency-of exclude each other", { remedy: "Give one of them." });
    const latency = await inRun(flags.latencyOf, loaded, medianLatency);
    if (latency !== null) return { ...inputs, latency };
    throw new UsageError(`Run ${flags.latencyOf} has fewer than ${FEWEST_TRADES} trades: they say nothing`, {
      remedy: "Say how long a trade takes: --latency 800ms.",
    });
  }
  if (options.latency !== undefined) return inputs;
  const measured = await ownLatency(setup);
  return measured === null ? inputs : { ...inputs, latency: measured };
}

/** What the bot that recorded the tape has measured; null where it was no bot of this data folder, or it made too few trades. */
async function ownLatency({ loaded, tape }: BacktestSetup): Promise<number | null> {
  const data = loaded.path(loaded.config.data);
  const { folder } = tape;
  if (folder === null) return null;
  const own = resolve(dirname(folder)) === resolve(data, "tapes") ? basename(folder) : null;
  if (own === null && resolve(folder) !== resolve(data, "tape")) return null;
  const { journalWrittenAt, openJournalReader } = await import("../../journal/index.js");
  if (journalWrittenAt(data) === null) return null;
  const reader = openJournalReader(data);
  try {
    return own === null || reader.runs().some(({ id }) => id === own) ? medianLatency(reader, own ?? undefined) : null;
  } finally {
    reader.close();
  }
}

/** The median of the times from SENT to FILLED, whole milliseconds; null where there are too few. */
function medianLatency(reader: JournalReader, run: string | undefined): number | null {
  const times = reader
    .intents(run === undefined ? {} : { run })
    .flatMap(({ transitions }) => {
      const sent = transitions.find(({ to }) => to === "SENT");
      const filled = transitions.find(({ from, to }) => from === "SENT" && to === "FILLED");
      return sent === undefined || filled === undefined ? [] : [filled.at - sent.at];
    })
    .sort((a, b) => a - b);
  return times.length < FEWEST_TRADES ? null : Math.round(times[times.length >> 1] ?? 0);
}

async function inputsOf(name: string, loaded: LoadedConfig): Promise<NonNullable<BacktestOptions["inputs"]>> {
  const known = await inRun(name, loaded, (reader, run) => {
    const inputs = new Map<string, JsonValue>();
    for (const row of reader.strategyTicks({ run }))
      if (row.status !== "warming-up") inputs.set(`${row.strategy} ${row.at}`, row.inputs);
    return inputs;
  });
  return (strategy, instant) => known.get(`${strategy} ${instant}`);
}

async function inRun<T>(
  name: string,
  loaded: LoadedConfig,
  read: (reader: JournalReader, run: string) => T,
): Promise<T> {
  const { findRun, withRun } = await import("../journal/find-run.js");
  const found = findRun(name, loaded);
  return withRun(found, (reader) => read(reader, found.id));
}
