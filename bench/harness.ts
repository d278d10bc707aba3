/** One line of the table: how a contestant did against a baseline that was measured in the same run. */
export interface Row {
  /** What was measured. */
  readonly name: string;
  /** What it was measured against. */
  readonly baseline: string;
  /** The median over the rounds of contestant / baseline, in the unit that `target` speaks of. */
  readonly ratio: number;
  /** What the ratio must be, such as `≥ 0.9`. */
  readonly target: string;
  readonly met: boolean;
  /** How often both were measured. */
  readonly rounds: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError("a median needs at least one value");
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** A contestant: does the work once and says how much of it went how fast, and what came out. */
export interface Contestant {
  /** Does the work; gives its figure (seconds, or requests a second) and a fingerprint of the result. */
  readonly run: () => Promise<{ readonly figure: number; readonly fingerprint: string }>;
}

/**
 * Runs contestant and baseline in turn, `warmUp` times for nothing and then `rounds` times, and gives the median
 * of the ratios pair by pair: machines drift, pairs drift together. Throws where the fingerprints differ.
 */
export async function interleaved(
  contestant: Contestant,
  baseline: Contestant,
  rounds = 5,
  warmUp = 1,
): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const first = await contestant.run();
    const second = await baseline.run();
    if (first.fingerprint !== second.fingerprint)
      throw new Error(`the results differ: ${first.fingerprint} against ${second.fingerprint}`);
    if (round >= warmUp) ratios.push(first.figure / second.figure);
  }
  return median(ratios);
}

export function atLeast(bound: number, row: Omit<Row, "target" | "met">): Row {
  return { ...row, target: `≥ ${bound}`, met: row.ratio >= bound };
}

export function atMost(bound: number, row: Omit<Row, "target" | "met">): Row {
  return { ...row, target: `≤ ${bound}`, met: row.ratio <= bound };
}
