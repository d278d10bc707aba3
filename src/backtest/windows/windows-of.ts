import { iso } from "../../core/time/utc.js";
import { formatDuration } from "../../core/time/duration.js";
import type { Range } from "../plan/range.js";
import { WindowsError } from "./windows-error.js";

/** More would be a typing error: a second for a minute. */
const MOST_WINDOWS = 100_000;

/**
 * Every window of a length that lies wholly in a range, one each `step`, from the range's beginning on.
 *
 * @param length milliseconds
 * @param step milliseconds
 * @throws WindowsError where either is not above 0, or no window fits
 */
export function windowsOf(range: Range, length: number, step: number): Range[] {
  checkSpan(
    "A window's length",
    length,
    "Give the length of a competition, such as --windows 7d (in milliseconds for the function).",
  );
  checkSpan(
    "The step from window to window",
    step,
    "Give the time between the starts of windows, such as --step 1d (in milliseconds for the function).",
  );
  const there = Math.max(0, range.to - range.from);
  if (there < length)
    throw new WindowsError(
      `No window of ${formatDuration(length)} fits into ${formatDuration(there)} (${when(range.from)} to ${when(range.to)})`,
      { remedy: "Use a longer tape, a wider --from and --to, or shorter --windows." },
    );
  const count = Math.floor((there - length) / step) + 1;
  if (count > MOST_WINDOWS)
    throw new WindowsError(`${count} windows of ${formatDuration(length)} every ${formatDuration(step)} are too many`, {
      remedy: `Use a longer --step: at most ${MOST_WINDOWS} windows are run.`,
    });
  return Array.from({ length: count }, (_, i) => {
    const from = range.from + i * step;
    return { from, to: from + length };
  });
}

function checkSpan(what: string, ms: number, remedy: string): void {
  if (Number.isFinite(ms) && ms > 0) return;
  throw new WindowsError(`${what} is ${ms} ms: it must be above 0`, { remedy });
}

function when(at: number): string {
  return Number.isFinite(at) ? iso(at) : String(at);
}
