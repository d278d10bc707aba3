/**
 * `base` to the power of `exponent`. The last digits are the same on every version of Node, those of `**` are not, and
 * computed figures have to be. NaN for a base below 0 with an exponent that is not whole.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  const size = Math.exp(exponent * Math.log(Math.abs(base)));
  if (base >= 0 || exponent % 2 === 0) return size;
  return Number.isInteger(exponent) ? -size : NaN;
}
