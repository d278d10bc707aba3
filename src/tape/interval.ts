/** Distances looked at: enough for a median that means something. */
const SAMPLES = 9_999;
/** Of a tape with one reading. Milliseconds. */
const UNKNOWN = 60_000;

/**
 * The usual distance of readings, milliseconds: the median, as whole seconds where it is within 2 % of that (a request
 * a minute is answered a little later each time).
 */
export function usualInterval(times: Float64Array): number {
  const distances = sampledDistances(times);
  if (distances.length === 0) return UNKNOWN;
  const median = distances.sort()[distances.length >> 1] as number;
  const seconds = Math.round(median / 1000) * 1000;
  return Math.abs(seconds - median) <= median * 0.02 ? seconds : median;
}

function sampledDistances(times: Float64Array): Float64Array {
  const count = times.length - 1;
  if (count < 1) return new Float64Array(0);
  const step = Math.max(1, count / SAMPLES);
  const taken = Math.min(count, SAMPLES);
  return Float64Array.from({ length: taken }, (_, sample) => {
    const i = Math.floor(sample * step);
    return (times[i + 1] as number) - (times[i] as number);
  });
}

/** The shortest distance of rising times, milliseconds: of bars their interval. Infinity where there is one time only. */
export function shortestDistance(times: Float64Array): number {
  let least = Infinity;
  for (let i = 1; i < times.length; i++) least = Math.min(least, (times[i] as number) - (times[i - 1] as number));
  return least;
}

/** The distance that most neighbours of rising times have, milliseconds; the shorter one of two that are as common. */
export function commonDistance(times: Float64Array): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < times.length; i++) {
    const distance = (times[i] as number) - (times[i - 1] as number);
    counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  let best = Infinity;
  for (const [distance, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && distance < best)) best = distance;
  }
  return best;
}
