import { basename } from "node:path";
import type { DecisionTrace } from "../../backtest/lookahead/decision-trace.js";
import { watchFiles, type OpenedFile } from "../../backtest/reads/file-watch.js";
import { checkAgainst, type LookaheadOptions, type LookaheadReport } from "../../backtest/lookahead/lookahead.js";
import type { BacktestOptions } from "../../backtest/plan/options.js";
import type { BoundStrategy } from "../../strategy/bind.js";
import { loadFile } from "../strategies/load.js";

/** The check of a run that was made just before, its journal `trace`; and what strategies open while they are loaded. */
export async function checkRun(
  trace: DecisionTrace,
  strategies: readonly BoundStrategy[],
  options: BacktestOptions,
  check: LookaheadOptions,
): Promise<LookaheadReport> {
  const report = await checkAgainst(trace, options, check);
  const files = [...report.files, ...openedOnLoading(strategies)];
  return { ...report, passed: report.passed && files.length === 0, files };
}

/** What a file holds that is read when a module is loaded, every run knows alike: no cut of the tape shows it. */
function openedOnLoading(strategies: readonly BoundStrategy[]): OpenedFile[] {
  const watch = watchFiles();
  try {
    for (const { name, file } of strategies) watch.of(name, () => loadFile(file));
    return watch.opened.filter(({ file }) => !isCode(file));
  } finally {
    watch.release();
  }
}

/** Modules, packages, and what says how modules are to be read. */
const isCode = (file: string): boolean =>
  /\.([mc]?[jt]sx?|node|wasm)$|[/\\]node_modules[/\\]/.test(file) || /^(package|tsconfig)\.json$/.test(basename(file));
