import { printable } from "../../core/printable.js";
import type { ReportFill, ReportResult } from "../input.js";

/** Executed swaps as columns, as the page reads them. Names and reasons are indices into `names` and `reasons`. */
export interface FillColumns {
  readonly names: readonly string[];
  readonly reasons: readonly string[];
  /** How many fills there are; these are thinned evenly if there are more than can be drawn. */
  readonly of: number;
  /** Milliseconds since the fill before; the first since 1970. */
  readonly at: readonly number[];
  readonly strategy: readonly number[];
  /** The journal explains each by it. */
  readonly intent: readonly string[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Tokens and USD, as numbers for people. */
  readonly fromAmount: readonly number[];
  readonly toAmount: readonly number[];
  readonly usd: readonly number[];
  readonly slippageUsd: readonly number[];
  /** What made the price: 1 a recorded quote, 0 the slippage model, null the service. */
  readonly quoted: readonly (number | null)[];
  readonly reason: readonly number[];
}

/** More marks than these are a smear, and megabytes. */
const MOST_FILLS = 8_000;

/** How many of a run's fills are marked. @param runs how many runs share the page */
export const markedOf = (fills: number, runs: number): number =>
  Math.min(fills, Math.floor(MOST_FILLS / Math.sqrt(runs)));
/** Characters for the reasons of all runs. */
const REASON_BUDGET = 700_000;
const LONGEST_REASON = 400;

/** @param runs how many runs share the page */
export function fillColumns(result: ReportResult, runs = 1): FillColumns {
  const fills = thinned(result.fills, markedOf(result.fills.length, runs));
  const names = new Indexed();
  const reasons = new Indexed();
  const longest = longestReason(fills, REASON_BUDGET / runs);
  let before = 0;
  const rows = fills.map((fill) => {
    const at = fill.at - before;
    before = fill.at;
    return {
      at,
      strategy: names.of(fill.strategy),
      from: names.of(fill.from),
      to: names.of(fill.to),
      reason: reasons.of(shortened(fill.reason, longest)),
    };
  });
  return {
    names: names.all,
    reasons: reasons.all,
    of: result.fills.length,
    at: rows.map(({ at }) => at),
    strategy: rows.map(({ strategy }) => strategy),
    intent: fills.map(({ intent }) => intent),
    from: rows.map(({ from }) => from),
    to: rows.map(({ to }) => to),
    fromAmount: fills.map(({ fromAmount }) => short(Number(fromAmount))),
    toAmount: fills.map(({ toAmount }) => short(Number(toAmount))),
    usd: fills.map(({ usd }) => short(usd)),
    slippageUsd: fills.map(({ slippageUsd }) => short(slippageUsd)),
    quoted: fills.map(({ pricedBy }) => (pricedBy === null ? null : Number(pricedBy === "quotes"))),
    reason: rows.map(({ reason }) => reason),
  };
}

function thinned(fills: readonly ReportFill[], most: number): readonly ReportFill[] {
  if (fills.length <= most) return fills;
  return Array.from({ length: most }, (_, i) => fills[Math.floor((i * fills.length) / most)]).filter(
    (fill) => fill !== undefined,
  );
}

/** As long as it may be so that all of them together stay within the budget; never so short that nothing is said. */
function longestReason(fills: readonly ReportFill[], budget: number): number {
  let total = 0;
  const seen = new Set<string>();
  for (const { reason } of fills)
    if (!seen.has(reason)) {
      seen.add(reason);
      total += Math.min(reason.length, LONGEST_REASON);
    }
  return total <= budget ? LONGEST_REASON : Math.max(60, Math.floor(budget / seen.size));
}

function shortened(reason: string, longest: number): string {
  return reason.length <= longest ? reason : `${reason.slice(0, longest - 1)}…`;
}

/** Six significant digits; in whole powers of ten, so that no text is made of it. */
function short(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return 0;
  const places = 5 - Math.floor(Math.log10(Math.abs(value)));
  const scale = 10 ** Math.abs(places);
  return places >= 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale;
}

/** Texts, each once, by their place; as safe lines. */
class Indexed {
  readonly all: string[] = [];
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.all.length);
    return this.all.push(printable(text)) - 1;
  }
}
