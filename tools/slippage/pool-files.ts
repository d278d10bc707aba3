import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const MINUTE = 60_000;

/** The state in which a minute left the pool. */
export interface PoolMinute {
  /** The minute's beginning, epoch milliseconds. */
  readonly at: number;
  /** The pool's tick after its last swap: WETH for one USDC, raw units, lies in [1.0001^tick, 1.0001^(tick + 1)). */
  readonly closeTick: number;
  /** Active liquidity L at its end, raw units: the square root of the product of both virtual reserves. */
  readonly liquidity: number;
  /** What came in within it, raw units: millionths of a USDC, wei of WETH. */
  readonly usdcIn: number;
  readonly wethIn: number;
  /** What the pool's holding of each changed by, raw units; below 0 where it gave. */
  readonly usdcNet: number;
  readonly wethNet: number;
}

/** A minute in which everybody swapped the same way, taken together. */
export interface OneDirectionMinute {
  readonly at: number;
  readonly sold: "USDC" | "WETH";
  /** Into the pool with its fee, and out of it, raw units. */
  readonly amountIn: number;
  readonly amountOut: number;
}

export interface PoolFiles {
  /** By beginning. A minute that no file has is not there. */
  readonly minutes: ReadonlyMap<number, PoolMinute>;
  readonly oneDirection: readonly OneDirectionMinute[];
}

/** Reads `*.minute.csv.gz` and `one-direction-minutes.derived.csv.gz` of a folder, and refuses a derived row that its minute contradicts. */
export function readPool(folder: string): PoolFiles {
  const minutes = new Map<number, PoolMinute>();
  const names = readdirSync(folder).filter((name) => name.endsWith(".minute.csv.gz"));
  for (const name of names.sort())
    for (const row of rowsOf(join(folder, name))) {
      const minute = poolMinute(row);
      minutes.set(minute.at, minute);
    }
  const oneDirection = rowsOf(join(folder, "one-direction-minutes.derived.csv.gz")).map(oneDirectionMinute);
  for (const derived of oneDirection) checkDerived(derived, minutes.get(derived.at));
  return { minutes, oneDirection };
}

/** The pool as the minute before left it: what was known before the first swap. Null where that minute was not recorded. */
export function stateBefore({ minutes }: PoolFiles, at: number, minutesEarlier = 1): PoolMinute | null {
  return minutes.get(at - minutesEarlier * MINUTE) ?? null;
}

type Row = (column: string) => string;

/** The rows of a gzipped CSV file, each as a function from column to cell; a column that is not there throws. */
function rowsOf(file: string): Row[] {
  const [header = "", ...lines] = gunzipSync(readFileSync(file)).toString("utf8").trim().split(/\r?\n/);
  const columns = header.split(",");
  return lines.map((line, i) => {
    const cells = line.split(",");
    return (column) => {
      const cell = cells[columns.indexOf(column)];
      if (cell === undefined) throw new Error(`${file}, line ${i + 2}: there is no ${column}`);
      return cell;
    };
  });
}

function poolMinute(row: Row): PoolMinute {
  return {
    at: timeOf(row),
    closeTick: numberOf(row, "closeTick"),
    liquidity: numberOf(row, "currentLiquidity"),
    usdcIn: numberOf(row, "inAmount0"),
    wethIn: numberOf(row, "inAmount1"),
    usdcNet: numberOf(row, "netAmount0"),
    wethNet: numberOf(row, "netAmount1"),
  };
}

function oneDirectionMinute(row: Row): OneDirectionMinute {
  const side = row("side");
  if (side !== "sellUSDC" && side !== "sellWETH") throw new Error(`"${side}" is not a side of this pool`);
  return {
    at: timeOf(row),
    sold: side === "sellUSDC" ? "USDC" : "WETH",
    amountIn: numberOf(row, "amount_in_raw"),
    amountOut: numberOf(row, "amount_out_raw"),
  };
}

/** Times stand in UTC, without saying so. */
function timeOf(row: Row): number {
  const text = row("timestamp");
  // The language's own reader makes times of many texts that are none.
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new Error(`"${text}" is not a time`);
  return at;
}

function numberOf(row: Row, column: string): number {
  const value = Number(row(column));
  if (row(column) === "" || !Number.isFinite(value)) throw new Error(`${column} "${row(column)}" is not a number`);
  return value;
}

function checkDerived({ at, sold, amountIn, amountOut }: OneDirectionMinute, minute: PoolMinute | undefined): void {
  const [into, other, out] =
    sold === "USDC"
      ? [minute?.usdcIn, minute?.wethIn, minute?.wethNet]
      : [minute?.wethIn, minute?.usdcIn, minute?.usdcNet];
  if (into === amountIn && other === 0 && out === -amountOut) return;
  throw new Error(`the derived row of ${new Date(at).toISOString()} is not what its minute says`);
}
