import { basename } from "node:path";
import { DecisionTrace } from "../../backtest/decision-trace.js";
import { watchFiles, type OpenedFile } from "../../backtest/reads/file-watch.js";
import {
  checkAgainst,
  watchedStrategy,
  type LookaheadOptions,
  type LookaheadReport,
} from "../../backtest/lookahead.js";
import type { BacktestOptions } from "../../backtest/plan/options.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { loadFile } from "../strategies/load.js";
import type { BacktestSetup } from "./setup.js";

/** The check of a run for look-ahead, which begins before its strategies are loaded: what one imports of node:fs by name, the loader keeps as it was then. */
export class LookaheadCheck {
  readonly #watch = watchFiles();
  #strategies: readonly BoundStrategy[] = [];
  #trace: DecisionTrace | null = null;

  /** The same strategies, watched in every run, the first one too: what that opens may be kept for the others. */
  watched(setup: BacktestSetup): BacktestSetup {
    const strategies = setup.strategies.map((strategy) => watchedStrategy(strategy, this.#watch));
    this.#strategies = strategies;
    return { ...setup, strategies, options: { ...setup.options, strategies } };
  }

  /** The journal for that run. */
  journal(...options: ConstructorParameters<typeof DecisionTrace>): DecisionTrace {
    this.#trace = new DecisionTrace(...options);
    return this.#trace;
  }

  /** The check, once that run is over; with what strategies opened in it, and what they open while they are loaded. */
  async report(options: BacktestOptions, check: LookaheadOptions): Promise<LookaheadReport> {
    const report = await checkAgainst(this.#trace, options, check);
    const first = [...this.#watch.opened, ...openedOnLoading(this.#strategies)];
    // Code is loaded by the first run: whatever is opened in later ones is read as data, however it is called.
    const opened = [...report.files, ...first.filter(({ file }) => !isCode(file) && !isOfPackage(file))];
    const files = [...new Map(opened.map((one) => [`${one.by} ${one.file}`, one])).values()];
    const passed = report.difference === null && report.unsteady === null && files.length === 0;
    return { ...report, passed, files };
  }

  release(): void {
    this.#watch.release();
  }
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
