import type { Bars } from "../model/bar.js";
import { DAY, HOUR, formatDuration, formatLength } from "../core/time/duration.js";
import { barProblem } from "./bar-checks.js";
import { gapsIn } from "./gaps.js";
import { shortestDistance } from "./interval.js";
import type { Findings } from "./finding.js";

/** Readings in a row that may be the same. */
const SAME = 12;
/** From one reading to the next no price goes this many times as far. */
const JUMP = 10;
/** How far a cash token may be from a dollar. */
const CASH_OFF = 0.05;

/** One track, and how its rows are called. */
interface Checked {
  /** Token or file. */
  readonly name: string;
  readonly cash: boolean;
  /** Milliseconds. */
  readonly interval: number;
  readonly times: Float64Array;
  /** Prices, or the opens of bars. */
  readonly usd: Float64Array;
  readonly bars: Bars | null;
  place(row: number): string;
}

/** Looks at what a track holds: gaps, jumps, prices that stand still, impossible bars, cash that is no dollar. */
export function checkColumns(track: Checked, findings: Findings): void {
  gaps(track, findings);
  jumps(track, findings);
  if (track.bars !== null) impossible(track, track.bars, findings);
  if (track.cash) cash(track, findings);
  else stale(track, findings);
}

function gaps({ name, times, interval, bars, place }: Checked, findings: Findings): void {
  if (bars !== null && shortestDistance(times) < interval)
    findings.add(name, {
      severity: "wrong",
      code: "BAR",
      place: name,
      problem: `bars of ${formatDuration(interval)} begin ${formatDuration(shortestDistance(times))} apart and overlap`,
      remedy: "Import bars of different lengths into different tapes.",
    });
  for (const { from, until, row } of gapsIn(times, interval, bars !== null)) {
    const length = until - from;
    findings.add(name, {
      severity: length >= DAY && length > SAME * interval ? "wrong" : "note",
      code: "GAP",
      place: place(row),
      problem: `no ${bars === null ? "price" : "bar"} for ${formatLength(length)} before it, although the interval is ${formatDuration(interval)}`,
      remedy:
        "Fetch the missing data and import it into the same tape. Until then the last price is kept, and bars start again after a long gap.",
    });
  }
}

function jumps({ name, usd, place }: Checked, findings: Findings): void {
  for (let row = 1; row < usd.length; row++) {
    const [before, now] = [usd[row - 1] as number, usd[row] as number];
    const factor = now > before ? now / before : before / now;
    if (factor < JUMP) continue;
    findings.add(name, {
      severity: "wrong",
      code: "JUMP",
      place: place(row),
      problem: `the price goes from ${before} to ${now}, ${now > before ? "up" : "down"} by a factor of ${factor.toPrecision(3)}`,
      remedy: "Check for a misprint, another token or a split. Fix or remove the row, or import it as another token.",
    });
  }
}

function impossible({ name, place }: Checked, bars: Bars, findings: Findings): void {
  for (let row = 0; row < bars.length; row++) {
    const [open, high] = [bars.open[row] as number, bars.high[row] as number];
    const [low, close] = [bars.low[row] as number, bars.close[row] as number];
    const volume = bars.volume[row] as number;
    const wrong = !(low > 0 && high < Infinity)
      ? { problem: `low ${low} and high ${high} are not prices`, remedy: "Import the bar again with --replace." }
      : (barProblem(open, high, low, close) ??
        (volume < 0 ? { problem: `a volume of ${volume}`, remedy: "Import the bar again with --replace." } : null));
    if (wrong !== null) findings.add(name, { severity: "wrong", code: "BAR", place: place(row), ...wrong });
  }
}

/** Stretches in which the price does not move. Where bars say that nothing was traded, that is the reason. */
function stale({ name, times, usd, bars, place }: Checked, findings: Findings): void {
  const still = (row: number): boolean =>
    usd[row] === usd[row - 1] && (bars === null || (bars.high[row] === bars.low[row] && bars.close[row] === usd[row]));
  for (let row = 1; row < times.length; row++) {
    const first = row;
    while (row < times.length && still(row)) row++;
    const length = (times[row - 1] as number) - (times[first - 1] as number);
    if (row - first >= SAME && length >= HOUR) {
      const quiet = bars?.volume.subarray(first, row).every((volume) => volume === 0) ?? false;
      findings.add(name, {
        severity: length >= DAY && !quiet ? "wrong" : "note",
        code: "STALE",
        place: place(first - 1),
        problem: `the price is frozen at ${usd[first - 1]} for ${formatLength(length)}${quiet ? ", without any volume" : ""}`,
        remedy: "Check whether the source was stuck. Fills at a frozen price are not realistic.",
      });
    }
  }
}

function cash({ name, usd, place }: Checked, findings: Findings): void {
  usd.forEach((price, row) => {
    if (Math.abs(price - 1) <= CASH_OFF) return;
    findings.add(name, {
      severity: "wrong",
      code: "CASH",
      place: place(row),
      problem: `the price of the cash token is ${price} instead of near 1`,
      remedy: "Check whether the column belongs to another token, or the prices are not in USD.",
    });
  });
}
