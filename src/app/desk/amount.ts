import { cutToDouble, parseDecimal, plain, type Decimal } from "../../core/number/decimal.js";
import { UsageError } from "../errors.js";

/** An amount as a person typed it. Throws UsageError for what is no amount, or has more digits than the service carries. */
export function amountOf(text: string): Decimal {
  const amount = parseDecimal(text);
  if (amount === null || !amount.isPositive() || amount.isZero())
    throw new UsageError(`"${text}" is not an amount`, {
      remedy: "Write tokens in plain decimal notation, above 0, such as 100 or 0.05.",
    });
  const sendable = cutToDouble(amount);
  if (!sendable.equals(amount))
    throw new UsageError(`"${text}" has more than the 15 significant digits that the service carries`, {
      remedy: `Write ${plain(sendable)}.`,
    });
  return amount;
}
