import { dirname, resolve } from "node:path";
import { backtest } from "../../backtest/backtest.js";
import type { Finding } from "../../backtest/lint/index.js";
import type { LookaheadReport } from "../../backtest/lookahead.js";
import type { BacktestOptions } from "../../backtest/plan/options.js";
import type { BacktestResult, WindowsResult } from "../../backtest/result/result.js";
import { ContenderError, errorCode, messageOf } from "../../core/errors.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { replaceFile } from "../../core/file/replace-file.js";
import { ColumnJournal } from "../../journal/columns/column-journal.js";
import type { LoadedConfig } from "../config/load.js";
import { secretsOf } from "../config/secrets.js";
import { ReportFullError, UsageError } from "../errors.js";
import { Closers } from "../process/closers.js";
import { startLater, type Progress } from "../process/progress.js";
import { Strays } from "../strategies/unhandled-rejections.js";
import { version } from "../package.js";
import { startWatchdog, type Watchdog } from "./watchdog.js";
import type { LookaheadCheck } from "./check-lookahead.js";
import { windowsOf, type BacktestFlags } from "./flags.js";
import { ownTapeOf } from "./own-tape.js";
import { checkPlaces } from "./places.js";
import { recordedOf } from "./recorded.js";
import type { BacktestRun } from "./report-run.js";
import { RunningStrategy } from "../process/running-strategy.js";
import { setupOf, type BacktestSetup } from "./setup.js";
import { keepRun, MOST_HOLDS, type KeptRun } from "./store.js";

export type { BacktestFlags } from "./flags.js";
export { documentOf } from "./document.js";
export type { BacktestResult, Finding, LookaheadReport, WindowsResult };

/** What a `contender backtest` came to. */
export interface BacktestEnd {
  readonly result: BacktestResult;
  /** Where its journal lies; null where it could not be written. */
  readonly kept: KeptRun | null;
  readonly windows: WindowsResult | null;
  /** The runs with other params, by those; empty where none were asked for. */
  readonly beside: readonly { readonly name: string; readonly result: BacktestResult }[];
  readonly lookahead: LookaheadReport | null;
  /** What speaks against believing the result, the gravest first. */
  readonly findings: readonly Finding[];
  /** The file of the report; null where none was asked for, or it could not be written. */
  readonly report: string | null;
  /** Why the journal or the report could not be written: the figures are there all the same. */
  readonly unwritten: readonly Error[];
  /** Whether a signal ended it early. */
  readonly stopped: boolean;
}

/** Runs a backtest by a command line: the run itself, then windows and the look-ahead check where they are asked for. */
export async function runBacktest(
  flags: BacktestFlags,
  config: string | undefined,
  progress: Progress,
): Promise<BacktestEnd> {
  const windowsPlan = windowsOf(flags);
  const running = new RunningStrategy();
  const closers = new Closers();
  try {
    const check = flags.checkLookahead === true ? new (await import("./check-lookahead.js")).LookaheadCheck() : null;
    closers.add(() => check?.release());
    const made = markedBy(running, setupOf(flags, config, progress));
    checkPlaces(flags.report, made.loaded);
    const setup = check?.watched(made) ?? made;
    const strays = new Strays(setup.strategies.map(({ file }) => file));
    closers.add(strays.release);
    const watchdog = startWatchdog(progress, running);
    closers.add(() => watchdog.close());
    const keeping = { mostHolds: MOST_HOLDS, everyView: isForComparing(setup) };
    const journal = check?.journal(keeping) ?? new ColumnJournal(keeping);
    const recorded = await recordedOf(flags, setup);
    const options = { ...setup.options, ...recorded.options, signal: watchdog.signal };
    if (windowsPlan !== null) (await import("../../backtest/windows/windows.js")).checkWindows(options, windowsPlan);
    if (setup.beside.length > 0) await checkBesides(setup, options);
    watchdog.strategiesBegin();
    const ran = await runWithProgress({ ...options, journal }, watchdog);
    const unwritten: Error[] = [];
    const kept = await orTold(writeJournal(journal, setup.loaded, watchdog), unwritten);
    const hide = hiderOf(setup.loaded);
    const windows = windowsPlan === null ? null : hide(await runWindows(options, windowsPlan, watchdog));
    const lookahead = check === null ? null : hide(await runCheck(check, options, watchdog));
    const others = await orTold(runBesides(setup, options, watchdog), unwritten);
    watchdog.strategiesDone();
    const missing = watchdog.signal.aborted
      ? missingRemarks(flags, setup, { windows, lookahead, beside: others ?? [] })
      : [];
    const remarks = [...ran.remarks, ...recorded.remarks, ...(kept?.earlier === true ? [EARLIER] : []), ...missing];
    const result = hide({ ...ran, remarks: [...remarks, ...(await strays.remarks())] });
    const run = await reportRunOf(setup, { name: nameOf(result), result, strategies: setup.strategies });
    const { findings } = run;
    const report =
      flags.report === undefined || others === null
        ? null
        : await orTold(writeReport(flags.report, [run, ...others], windows), unwritten);
    const stopped = watchdog.signal.aborted;
    return { result, kept, windows, beside: others ?? [], lookahead, findings, report, unwritten, stopped };
  } finally {
    await closers.close();
  }
}

function markedBy(running: RunningStrategy, { options, beside, ...setup }: BacktestSetup): BacktestSetup {
  const strategies = running.marked(setup.strategies);
  return {
    ...{ ...setup, strategies, options: { ...options, strategies } },
    beside: beside.map((one) => ({ ...one, strategies: running.marked(one.strategies) })),
  };
}

/**
 * Takes the config's secrets out of what is printed and written, as the journal has it: reasons and errors may hold one.
 */
function hiderOf(loaded: LoadedConfig): <T>(value: T) => T {
  const secrets = secretsOf(loaded);
  return <T>(value: T): T => (loaded.secrets.length === 0 ? value : (secrets.scrubValue(value) as T));
}

const EARLIER = "The run was stopped. Its journal is from an earlier, longer run of the same backtest.";

/** What was asked for and is not there, of a backtest that was stopped. */
function missingRemarks(
  flags: BacktestFlags,
  setup: BacktestSetup,
  { windows, lookahead, beside }: Pick<BacktestEnd, "windows" | "lookahead" | "beside">,
): string[] {
  const left = setup.beside.slice(beside.length).map(({ name }) => `\`${name}\``);
  return [
    ...(flags.windows !== undefined && windows === null
      ? [
          `The run was stopped before the first window of ${flags.windows} was complete, so there are no window results.`,
        ]
      : []),
    ...(flags.checkLookahead === true && lookahead === null
      ? ["The run was stopped before the look-ahead check, which was skipped."]
      : []),
    ...(left.length > 0 ? [`The run was stopped before the runs with ${left.join(", ")}, which are missing.`] : []),
  ];
}

/** What was written, or null: a full disk must not cost the figures. */
async function orTold<T>(writing: Promise<T>, unwritten: Error[]): Promise<T | null> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ContenderError)) throw error;
    unwritten.push(error);
    return null;
  }
}

/** Ticks of which everything that a strategy saw is kept, at most: some kilobytes each. */
const MOST_VIEWS = 20_000;

/**
 * Whether the run may well be compared with the bot's own, whose tape it is on (`contender compare`): then what was seen at
 * each tick is the evidence, holds included.
 */
function isForComparing({ tape, loaded, strategies, options }: BacktestSetup): boolean {
  const { from = tape.from, to = tape.until } = options;
  return ownTapeOf(tape, loaded) !== null && (strategies.length * (to - from)) / tape.interval <= MOST_VIEWS;
}

async function runWithProgress(options: BacktestOptions, { progress, alive }: Watchdog): Promise<BacktestResult> {
  const from = options.from ?? options.tape.from;
  progress.start((options.to ?? options.tape.until) - from, "Backtest");
  const onProgress = (at: number): void => {
    alive();
    progress.to(at - from);
  };
  const result = await backtest({ ...options, onProgress });
  progress.end();
  return result;
}

async function writeJournal(
  journal: ColumnJournal,
  loaded: LoadedConfig,
  { progress, alive }: Watchdog,
): Promise<KeptRun> {
  progress.start(journal.written.length, "Writing the journal");
  try {
    return await keepRun(journal, loaded, (done) => {
      alive();
      progress.to(done);
    });
  } finally {
    progress.end();
  }
}

/** Runs every window of the range, each a competition of its own; null where it was stopped before one was complete. */
async function runWindows(
  options: BacktestOptions,
  plan: { readonly length: number; readonly step: number },
  { progress, alive, signal }: Watchdog,
): Promise<WindowsResult | null> {
  if (signal.aborted) return null;
  const { backtestWindows } = await import("../../backtest/windows/windows.js");
  const told = startLater(progress, "Windows");
  const onProgress = (done: number, of: number): void => {
    alive();
    told(done, of);
  };
  try {
    return await backtestWindows(options, { ...plan, onProgress, signal });
  } catch (error) {
    // Stopped before one window was complete: the run itself is there, and is told.
    if (error === signal.reason) return null;
    throw error;
  } finally {
    progress.end();
  }
}

async function runCheck(
  check: LookaheadCheck,
  options: BacktestOptions,
  { progress, alive, signal }: Watchdog,
): Promise<LookaheadReport | null> {
  if (signal.aborted) return null;
  const watched = { ...options, onProgress: alive };
  const report = await check.report(watched, { onProgress: startLater(progress, "Checking for look-ahead") });
  progress.end();
  return report;
}

/** Throws what a run with other params would throw before it begins: the first run is not made for nothing. */
async function checkBesides({ beside }: BacktestSetup, options: BacktestOptions): Promise<void> {
  const { planOf } = await import("../../backtest/plan/plan.js");
  for (const { strategies } of beside) planOf({ ...options, strategies });
}

/** Makes the runs with other params, each in the same competition. */
async function runBesides(setup: BacktestSetup, options: BacktestOptions, watchdog: Watchdog): Promise<BacktestRun[]> {
  const hide = hiderOf(setup.loaded);
  const runs: BacktestRun[] = [];
  for (const { name, strategies } of setup.beside) {
    if (watchdog.signal.aborted) break;
    const result = hide(await runWithProgress({ ...options, strategies }, watchdog));
    runs.push(await reportRunOf(setup, { name, result, strategies }));
  }
  return runs;
}

/** A run of the setup as a report shows it. */
async function reportRunOf(
  { tape, registry }: BacktestSetup,
  { strategies, ...run }: Pick<BacktestRun, "name" | "result"> & Pick<BacktestSetup, "strategies">,
): Promise<BacktestRun> {
  const { paramBounds } = await import("../../backtest/lint/index.js");
  const { backtestRunOf } = await import("./report-run.js");
  return backtestRunOf({ ...run, tape, isCash: (token) => registry.isCash(token), bounds: paramBounds(strategies) });
}

/** What a report calls a run: the strategies that were in it. */
const nameOf = ({ strategies }: BacktestResult): string => strategies.map(({ name }) => name).join(", ");

/** Writes the report; gives its file. Throws ReportFullError, and UsageError where it cannot be written there. */
async function writeReport(
  named: string,
  runs: readonly BacktestRun[],
  windows: WindowsResult | null,
): Promise<string> {
  const { renderReport } = await import("../../report/render.js");
  const page = renderReport({ runs, version: version(), ...(windows === null ? {} : { windows }) });
  const file = resolve(named);
  try {
    makeFolder(dirname(file));
    replaceFile(file, page);
  } catch (cause) {
    const text = `The report cannot be written to ${file}: ${messageOf(cause)}`;
    if (["ENOSPC", "EDQUOT"].includes(errorCode(cause)))
      throw new ReportFullError(text, {
        remedy: "Free space on the disk and run it again, or give a file on another disk with --report.",
        cause,
      });
    throw new UsageError(text, { remedy: "Give another file with --report.", cause });
  }
  return file;
}
