import type { ChartSpec } from "./charts.js";
import { valuedBy, type Valued } from "./data/valued.js";
import type { Html } from "./html.js";
import type { ReportRun } from "./input.js";

/** A part of the page with a heading of its own. */
export interface Section {
  /** Of the element, for links. */
  readonly id: string;
  readonly title: string;
  /** For the list of sections at the top of the page, a word or two. */
  readonly short: string;
  readonly body: Html;
}

/** A run with what all sections need of it. */
export interface ShownRun extends ReportRun {
  /** Its place among the runs, from 0. */
  readonly index: number;
  /** How many runs the page shows. */
  readonly of: number;
  readonly valued: Valued;
}

export function shownRuns(runs: readonly ReportRun[]): ShownRun[] {
  return runs.map((run, index) => ({ ...run, index, of: runs.length, valued: valuedBy(run.tape) }));
}

/** The charts of the page; ids are given in the order in which they are added. */
export class ChartBook {
  readonly #charts = new Map<string, ChartSpec>();

  /** The id of the element that it is drawn into. */
  add(spec: ChartSpec): string {
    const id = `chart-${this.#charts.size + 1}`;
    this.#charts.set(id, spec);
    return id;
  }

  all(): Record<string, ChartSpec> {
    return Object.fromEntries(this.#charts);
  }
}
