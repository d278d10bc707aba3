import { parseDecimal, plain, type Decimal } from "../../core/number/decimal.js";
import { bookable, LEAST_BOOKED } from "../../model/bookable.js";
import { UsageError } from "../errors.js";

/**
 * An amount as a person typed it, cut down to what the service books. Throws UsageError for what is no amount, or less
 * than is booked.
 */
export function amountOf(text: string): Decimal {
  const amount = parseDecimal(text);
  if (amount === null || !amount.isPositive() || amount.isZero())
    throw new UsageError(`"${text}" is not an amount`, {
      remedy: "Write a number of tokens above 0 in plain decimal notation, such as 100 or 0.05.",
    });
  const booked = bookable(amount);
  if (booked.isZero())
    throw new UsageError(`"${text}" is too small for the service, whose amounts have 15 decimal places`, {
      remedy: `Give at least ${plain(LEAST_BOOKED)}; most competitions require more (\`contender rules\`).`,
    });
  return booked;
}
