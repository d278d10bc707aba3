import { TIME_UNITS, type TimeUnit } from "../../tape/index.js";
import { UsageError } from "../errors.js";

/** What a person says of a file's columns and times, as it was typed. */
export interface FileFlags {
  /** `time,open,high,low,close,volume`. */
  readonly columns?: string;
  readonly timeUnit?: string;
  /** `UTC`, `+01:00`, `America/New_York`. */
  readonly timeZone?: string;
  readonly decimalComma?: boolean;
}

/** The flags as the importer takes them. Throws UsageError. */
export function fileOptions({ columns, timeUnit, timeZone, decimalComma }: FileFlags) {
  return { columns: columns?.split(","), timeUnit: unitOf(timeUnit), timeZone, decimalComma };
}

function unitOf(text: string | undefined): TimeUnit | undefined {
  const unit = TIME_UNITS.find((one) => one === text);
  if (text === undefined || unit !== undefined) return unit;
  throw new UsageError(`--time-unit ${text} is not one of ${TIME_UNITS.join(", ")}`, {
    remedy: "Write the unit of the file's epoch numbers.",
  });
}
