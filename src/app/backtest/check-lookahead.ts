import { basename } from "node:path";
import type { DecisionTrace } from "../../backtest/lookahead/decision-trace.js";
import { watchFiles, type FileWatch, type OpenedFile } from "../../backtest/reads/file-watch.js";
import {
  checkAgainst,
  watchedStrategy,
  type LookaheadOptions,
  type LookaheadReport,
} from "../../backtest/lookahead/lookahead.js";
import type { BacktestOptions } from "../../backtest/plan/options.js";
import type { BoundStrategy } from "../../strategy/bind.js";
import { loadFile } from "../strategies/load.js";
import type { BacktestSetup } from "./setup.js";

export { watchFiles };

/** The same strategies, told to a watch in every run, the first one too: what that opens may be kept for the others. */
export function watchedSetup(setup: BacktestSetup, watch: FileWatch): BacktestSetup {
  const strategies = setup.strategies.map((strategy) => watchedStrategy(strategy, watch));
  return { ...setup, strategies, options: { ...setup.options, strategies } };
}

/**
 * The check of a run that was made just before, its journal `trace`; with what strategies opened in it, by `watch`, and what
 * they open while they are loaded.
 */
export async function checkRun(
  { trace, watch }: { readonly trace: DecisionTrace; readonly watch: FileWatch },
  strategies: readonly BoundStrategy[],
  options: BacktestOptions,
  check: LookaheadOptions,
): Promise<LookaheadReport> {
  const report = await checkAgainst(trace, options, check);
  const opened = [
    // What a package loads, it has loaded by the first run: what is opened in later ones is read as data.
    ...report.files.filter(({ file }) => !isCode(file)),
    ...[...watch.opened, ...openedOnLoading(strategies)].filter(({ file }) => !isCode(file) && !isOfPackage(file)),
  ];
  const files = [...new Map(opened.map((one) => [`${one.by} ${one.file}`, one])).values()];
  const passed = report.difference === null && report.unsteady === null && files.length === 0;
  return { ...report, passed, files };
}

/** What a file holds that is read when a module is loaded, every run knows alike: no cut of the tape shows it. */
function openedOnLoading(strategies: readonly BoundStrategy[]): readonly OpenedFile[] {
  const watch = watchFiles();
  try {
    for (const { name, file } of strategies) watch.of(name, () => loadFile(file));
    return watch.opened;
  } finally {
    watch.release();
  }
}

/** Modules, and what says how modules are to be read. */
const isCode = (file: string): boolean =>
  /\.([mc]?[jt]sx?|node|wasm)$/.test(file) || /^(package|tsconfig)\.json$/.test(basename(file));

const isOfPackage = (file: string): boolean => /[/\\]node_modules[/\\]/.test(file);
