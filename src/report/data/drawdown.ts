/** How far below its highest value so far a curve stands at each point, as a fraction, 0 or below. */
export function drawdowns(equity: Float64Array): Float64Array {
  const falls = new Float64Array(equity.length);
  let peak = -Infinity;
  for (let i = 0; i < equity.length; i += 1) {
    const value = equity[i] as number;
    if (value > peak) peak = value;
    falls[i] = peak > 0 ? value / peak - 1 : 0;
  }
  return falls;
}
