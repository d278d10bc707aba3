import { Decimal, ZERO } from "../core/number/decimal.js";
import { partOf } from "./part.js";

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
    const has = amountOf(name);
    if (has.isZero()) continue;
    const others = available.minus(has);
    // Parts are rounded down: a holder gives at least what those after it cannot, the last one all that is left.
    const share = Decimal.max(partOf(left, has, available), left.minus(others));
    shares.push([name, share]);
    available = others;
    left = left.minus(share);
  }
  return shares.filter(([, share]) => !share.isZero());
}
