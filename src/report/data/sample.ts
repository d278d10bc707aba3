/**
 * A curve at other times: straight between two of its points, null before the first and after the last.
 *
 * @param time rising; @param values as many; @param at rising
 */
export function sample(time: Float64Array, values: Float64Array, at: Float64Array): (number | null)[] {
  const sampled: (number | null)[] = new Array<number | null>(at.length).fill(null);
  const last = time.length - 1;
  let i = 0;
  for (let k = 0; k < at.length; k += 1) {
    const moment = at[k] as number;
    while (i < last && (time[i + 1] as number) <= moment) i += 1;
    const before = time[i];
    if (before === undefined || moment < before) continue;
    const here = values[i] as number;
    if (moment === before) sampled[k] = here;
    else if (i < last) {
      const part = (moment - before) / ((time[i + 1] as number) - before);
      sampled[k] = here + ((values[i + 1] as number) - here) * part;
    }
  }
  return sampled;
}
