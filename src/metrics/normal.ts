const SQRT_2_PI = Math.sqrt(2 * Math.PI);

/** Density of the standard normal distribution. */
function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / SQRT_2_PI;
}

/**
 * Distribution function of the standard normal: the probability of less than z, to about 1e-15.
 * Marsaglia's series near the middle, Laplace's continued fraction in the tails.
 */
export function normalDistribution(z: number): number {
  if (z < -3) return upperTail(-z);
  return z > 3 ? 1 - upperTail(z) : 0.5 + normalDensity(z) * series(z);
}

/** z + z³/3 + z⁵/(3·5) + … */
function series(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-18 * Math.abs(sum) && odd < 400; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** φ(z) / (z + 1/(z + 2/(z + 3/(z + …)))) for z of 3 and more. */
function upperTail(z: number): number {
  if (z === Infinity) return 0;
  let fraction = z;
  for (let n = 200; n >= 1; n -= 1) fraction = z + n / fraction;
  return normalDensity(z) / fraction;
}

/**
 * The z below which a share of the standard normal distribution lies. Newton's method from the
 * middle, which cannot overshoot, since the distribution function is concave above it.
 *
 * @param share above 0 and below 1; NaN for anything else
 */
export function normalQuantile(share: number): number {
  if (!(share > 0 && share < 1)) return NaN;
  if (share < 0.5) return -normalQuantile(1 - share);
  let z = 0;
  for (let i = 0; i < 100; i += 1) {
    const step = (share - normalDistribution(z)) / normalDensity(z);
    z += step;
    if (Math.abs(step) < 1e-14 * Math.max(1, z)) break;
  }
  return z;
}
