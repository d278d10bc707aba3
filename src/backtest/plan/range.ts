import { iso } from "../../core/time/utc.js";
import { formatDuration } from "../../core/time/duration.js";
import type { TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { BarNeed } from "../../strategy/bind/needs.js";
import type { Tape } from "../../tape/tape.js";
import { BacktestRangeError, HistoryTooShortError } from "../errors.js";
import { namedTape } from "./named-tape.js";

/** A stretch of time, [from, to), epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Where every one of these tokens has a price; the whole tape where none is named. Throws BacktestRangeError where that
 * is nowhere.
 */
export function commonRange(tape: Tape, tokens: readonly TokenName[]): Range {
  const tracks = tape.tracks.filter(({ token }) => tokens.length === 0 || tokens.includes(token.name));
  const from = Math.max(...tracks.map((track) => track.from));
  const to = Math.min(...tracks.map((track) => track.until));
  if (from < to) return { from, to };
  const spans = tracks.map((track) => `${track.token.name} from ${iso(track.from)} to ${iso(track.until)}`);
  throw new BacktestRangeError(`The prices of the ${namedTape(tape)} never overlap: ${spans.join(", ")}`, {
    remedy: "Use tokens that were recorded at the same time, or import longer files.",
  });
}

/** The range that was asked for, within what there is. Throws BacktestRangeError. */
export function rangeOf(tape: Pick<Tape, "folder" | "label">, wanted: Partial<Range>, there: Range): Range {
  const { from = there.from, to = there.to } = wanted;
  const has = `The ${namedTape(tape)} covers ${iso(there.from)} to ${iso(there.to)}`;
  const remedy = "Choose --from and --to within it.";
  const within = (at: number): boolean => at >= there.from && at <= there.to;
  for (const [name, at] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (!Number.isFinite(at))
      throw new BacktestRangeError(`\`${name}\` is ${at}, not a time`, {
        remedy: "Give epoch milliseconds, such as Date.UTC(2025, 0, 1).",
      });
    if (within(at)) continue;
    throw new BacktestRangeError(`${has}, but \`${name}\` is ${iso(at)}`, {
      remedy: within(at * 1000)
        ? `${at} seems to be in seconds, but times are in milliseconds: write ${at * 1000}.`
        : remedy,
    });
  }
  if (from >= to)
    throw new BacktestRangeError(`\`from\` (${iso(from)}) is not before \`to\` (${iso(to)})`, { remedy: `${has}.` });
  return { from, to };
}

/** When bars are complete whose prices begin at a moment: bars begin at multiples of their interval. */
export function completeFrom({ interval, count }: Pick<BarNeed, "interval" | "count">, begins: number): number {
  return Math.floor(begins / interval) * interval + count * interval;
}

/** Throws HistoryTooShortError where a strategy's bars could not be complete before the run ends. */
export function checkHistory(tape: Tape, strategies: readonly BoundStrategy[], { to }: Range): void {
  for (const { name, bars } of strategies)
    for (const { token, interval, count } of bars) {
      const begins = tape.tracks.find((track) => track.token.name === token)?.from;
      if (begins === undefined || completeFrom({ interval, count }, begins) < to) continue;
      throw new HistoryTooShortError(
        `${name} needs ${count} bars of ${formatDuration(interval)} of ${token} (${formatDuration(count * interval)}) before it decides, but the ${namedTape(tape)} has only ${formatDuration(to - begins)} of it until the end, ${iso(to)}`,
        {
          remedy:
            "Use a longer tape, a later --to (with --windows a later --from, so that the first window ends later), shorter bars, or a strategy that needs fewer bars.",
        },
      );
    }
}
