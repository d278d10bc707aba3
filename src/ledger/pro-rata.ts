import { Decimal, ZERO } from "../core/decimal.js";

/**
 * Takes up to `wanted` from several holders, in proportion to what each has. The shares add up
 * exactly to the lesser of `wanted` and what there is; nobody gives more than it has.
 */
export function proRata(
  names: readonly string[],
  wanted: Decimal,
  amountOf: (name: string) => Decimal,
): [name: string, amount: Decimal][] {
  let available = names.reduce((sum, name) => sum.plus(amountOf(name)), ZERO);
  let left = Decimal.min(wanted, available);
  const shares: [string, Decimal][] = [];
  for (const name of names) {
    if (left.isZero()) break;
    const has = amountOf(name);
    if (has.isZero()) continue;
    // The last holder's quotient is exactly 1, so that rounding leaves nothing over.
    const share = has.equals(available) ? left : Decimal.min(has, left.times(has).dividedBy(available));
    shares.push([name, share]);
    available = available.minus(has);
    left = left.minus(share);
  }
  return shares.filter(([, share]) => !share.isZero());
}
