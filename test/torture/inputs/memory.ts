import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { nextTurn } from "../../../src/core/time/system-clock.js";

/** More than this may not stay behind of a round, bytes: what comes and goes is not counted, and a leak of a hundredth of the inputs is more. */
const MOST_LEFT = 16 * 1024 * 1024;

/** Bytes in use once everything that nobody needs is gone. */
export async function memoryInUse(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // What sockets and finalisers hold goes a turn later.
  for (let i = 0; i < 3; i++) {
    await nextTurn();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What is wrong with the memory that is in use after a round; null where nothing is. */
export function judgeMemory(before: number, after: number, most = MOST_LEFT): string | null {
  const grown = after - before;
  return grown > most ? `memory grew by ${(grown / 1048576).toFixed(1)} MB (from ${before} to ${after} bytes)` : null;
}
