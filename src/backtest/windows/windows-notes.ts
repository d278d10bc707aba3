import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { neverScheduled } from "../../strategy/bind/never-scheduled.js";
import type { Range } from "../plan/range.js";
import { GAP_REMARK } from "../result/gaps.js";
import { ENDED_REMARK, NEVER_DUE } from "../result/remarks.js";
import type { BacktestResult } from "../result/result.js";
import { beganWithoutBars, lackedBars } from "../result/warm-up.js";

/** What windows have in common that a reader must know. */
export class WindowNotes {
  #windows = 0;
  #warming = 0;
  #lacking = 0;
  #breached = 0;
  #disabled = 0;
  #early = 0;
  #gaps = 0;
  #stale = 0;
  #staleFills = 0;
  #idle = 0;
  #fills = 0;
  #quoted = 0;
  /** What was said of every window so far; null before the first. */
  #common: readonly string[] | null = null;

  take({ breaches, strategies, fills, staleFills, remarks }: BacktestResult): void {
    this.#windows += 1;
    if (remarks.some((remark) => remark.startsWith(ENDED_REMARK))) this.#early += 1;
    if (remarks.some(beganWithoutBars)) this.#warming += 1;
    if (remarks.some(lackedBars)) this.#lacking += 1;
    if (breaches.length > 0) this.#breached += 1;
    if (strategies.some(({ disabled }) => disabled !== null)) this.#disabled += 1;
    if (remarks.some((remark) => remark.startsWith(GAP_REMARK))) this.#gaps += 1;
    if (staleFills !== null) this.#stale += 1;
    this.#staleFills += staleFills?.count ?? 0;
    if (fills.length === 0) this.#idle += 1;
    this.#fills += fills.length;
    this.#quoted += fills.filter(({ pricedBy }) => pricedBy === "quotes").length;
    const said = new Set(remarks);
    this.#common = this.#common?.filter((remark) => said.has(remark)) ?? [...said];
  }

  /**
   * A sentence each. Remarks of single windows, with their own dates and counts, are left out: only what was said of all
   * is said.
   */
  remarks(plan: {
    readonly planned: number;
    readonly leftOut: number;
    readonly length: number;
    readonly step: number;
  }): string[] {
    return [
      ...this.#cutShort(plan.planned),
      ...leftOutRemarks(plan.leftOut),
      ...overlap(plan.length, plan.step),
      ...this.#some(this.#warming, "a strategy was still warming up at the start, because the tape begins too late."),
      ...this.#some(
        this.#lacking,
        "a strategy could not decide at some of its runs for lack of bars, for example after a gap. Run a backtest of one of them (`--from`, `--to`) to see why.",
      ),
      ...this.#some(this.#breached, "the rate limits were exceeded. A live bot would have waited."),
      ...this.#some(this.#disabled, "a strategy was disabled."),
      ...this.#some(
        this.#early,
        "a risk limit ended the bot before the competition was over. Its holdings were kept to the end.",
      ),
      ...this.#some(
        this.#gaps,
        "the tape has gaps, in which the last price was kept. Trades in a gap were not possible.",
      ),
      ...this.#some(
        this.#stale,
        `fills were made at the last price before a gap, ${this.#staleFills} of ${this.#fills} in all (STALE_FILLS).`,
      ),
      ...this.#some(this.#idle, "nothing was traded. Run a backtest of one of them (`--from`, `--to`) to see why."),
      ...(this.#quoted > 0 ? [`${this.#quoted} of ${this.#fills} fills are priced by recorded quotes.`] : []),
      ...(this.#common ?? []).filter((remark) => !isToldOfAll(remark)),
    ];
  }

  #cutShort(planned: number): string[] {
    return this.#windows === planned
      ? []
      : [`Stopped after ${this.#windows} of ${planned} windows; the later ones are missing.`];
  }

  #some(count: number, what: string): string[] {
    return count === 0 ? [] : [`In ${count} of ${this.#windows} windows ${what}`];
  }
}

function leftOutRemarks(count: number): string[] {
  if (count === 0) return [];
  const windows = count === 1 ? "One window was" : `${count} windows were`;
  return [`${windows} left out, because no traded token has a price there.`];
}

/** What is said of the windows together, in words of its own. */
function isToldOfAll(remark: string): boolean {
  return remark.startsWith(GAP_REMARK) || remark.includes(NEVER_DUE);
}

/**
 * In how many of the windows a strategy was never due, a sentence each, with the first of them; nothing where it always
 * was.
 */
export function undueInWindows(strategies: readonly BoundStrategy[], windows: readonly Range[]): string[] {
  return strategies.flatMap((strategy) => {
    const found = windows.flatMap(({ from, to }) => neverScheduled(strategy, from, to) ?? []);
    const [first] = found;
    if (first === undefined) return [];
    const which = found.length === 1 ? "there" : "in the first of them";
    return [
      `In ${found.length} of ${windows.length} windows ${strategy.name} ${NEVER_DUE}: ${which} ${first.text}. ${first.remedy} Or take longer --windows.`,
    ];
  });
}

function overlap(length: number, step: number): string[] {
  if (step >= length) return [];
  return [
    `The windows overlap, up to ${Math.ceil(length / step)} at a time, so they are not independent of each other.`,
  ];
}
