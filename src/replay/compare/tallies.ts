import type { Tally } from "./report.js";

export const emptyTally = (): Tally => ({ equal: 0, differing: 0, onlyFirst: 0, onlySecond: 0 });

/** Whether nothing differs. */
export const allEqual = ({ differing, onlyFirst, onlySecond }: Readonly<Tally>): boolean =>
  differing + onlyFirst + onlySecond === 0;

/** From the first to the last of what was taken in. */
export class Span {
  from: number | null = null;
  to: number | null = null;

  take(at: number): void {
    this.from = Math.min(at, this.from ?? at);
    this.to = Math.max(at, this.to ?? at);
  }
}
