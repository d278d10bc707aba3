/** How many values are numbers: NaN is a period that nothing is known of. */
export function countNumbers(values: ArrayLike<number>): number {
  let count = 0;
  for (let i = 0; i < values.length; i += 1) if (!Number.isNaN(values[i] ?? NaN)) count += 1;
  return count;
}

/** Mean of what is not NaN; NaN where nothing is. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

/**
 * Standard deviation of a sample: √(Σ(v − mean)² / (n − 1)) over what is not NaN. NaN for fewer than
 * two values; exactly 0 where all are equal, which rounding of the mean would hide.
 */
export function sampleDeviation(values: ArrayLike<number>): number {
  const count = countNumbers(values);
  return count < 2 ? NaN : Math.sqrt((centralMoment(values, 2) * count) / (count - 1));
}

/** Third central moment over the cube of the (population) deviation: 0 for symmetry, NaN where all values are equal. */
export function skewness(values: ArrayLike<number>): number {
  const variance = centralMoment(values, 2);
  return centralMoment(values, 3) / (variance * Math.sqrt(variance));
}

/** Fourth central moment over the square of the (population) variance: 3 for a normal distribution, NaN where all values are equal. */
export function kurtosis(values: ArrayLike<number>): number {
  return centralMoment(values, 4) / centralMoment(values, 2) ** 2;
}

function centralMoment(values: ArrayLike<number>, power: 2 | 3 | 4): number {
  const center = mean(values);
  let [sum, count, least, most] = [0, 0, Infinity, -Infinity];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    const off = value - center;
    const square = off * off;
    sum += power === 2 ? square : power === 3 ? square * off : square * square;
    count += 1;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least === most ? 0 : sum / count;
}
