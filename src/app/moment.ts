import { parseDuration } from "../core/time/duration.js";
import { systemClock } from "../core/time/system-clock.js";
import { parseIso } from "../tape/csv-cells.js";
import { PER_MILLISECOND, UNIT_WORDS, unitOf } from "../tape/import/times.js";
import { UsageError } from "./errors.js";

/**
 * A moment as people type it: ISO 8601 (UTC where no zone is given), epoch milliseconds, or how long ago (`2h`).
 * Throws UsageError, for seconds too: with the milliseconds to write.
 */
export function momentOf(text: string, now: number = systemClock.now()): number {
  refuseOtherUnits(text);
  const at = read(text, now);
  if (at !== null && Math.abs(at) <= LAST_DATE) return at;
  throw new UsageError(`"${text}" is not a time`, {
    remedy: "Write 2025-01-31, 2025-01-31T12:00Z, epoch milliseconds, or a time ago: 2h.",
  });
}

/** What a Date can hold, milliseconds from 1970. */
const LAST_DATE = 8.64e15;

/** A number tells by its size which unit it is in, as in files that are imported. */
function refuseOtherUnits(text: string): void {
  const unit = /^\d+$/.test(text) ? unitOf(Number(text)) : null;
  if (unit === null || unit === "ms") return;
  throw new UsageError(`${text} seems to be in ${UNIT_WORDS[unit]}, but times are in milliseconds`, {
    remedy: `Write ${Math.floor(Number(text) / PER_MILLISECOND[unit])}.`,
  });
}

/** Characters of a date without a time. */
const DATE = "2025-01-31".length;

function read(text: string, now: number): number | null {
  if (/^\d{10,}$/.test(text)) return Number(text);
  if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const at = parseIso(text.length === DATE ? `${text}T00:00` : text);
    return Number.isNaN(at) ? null : at;
  }
  try {
    return now - parseDuration(text);
  } catch {
    return null; // Said with the other forms.
  }
}
