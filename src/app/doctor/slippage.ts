import type { SlippageModel } from "../../model/slippage.js";
import { largestWithin, worstSlippagePercent } from "../../risk/index.js";
import type { Config } from "../config/schema.js";
import { warn, type Finding } from "./check.js";

/** Warns of a limit of slippage that no buy can keep, however small, by the formula that the service charges by. */
export function checkSlippage(
  model: SlippageModel,
  { risk, execution }: Pick<Config, "risk" | "execution">,
): Finding[] {
  const { maxSlippagePercent: percent } = risk;
  const { minTradeUsd: smallest } = execution;
  if (percent === undefined || largestWithin(model, percent) >= smallest) return [];
  const worst = Number(worstSlippagePercent(model, smallest).toPrecision(4));
  const text = `\`maxSlippagePercent: ${percent}\` lets no buy through: the smallest trade, $${smallest}, may slip by ${worst} % (formula \`${model}\`)`;
  const enough = largestWithin(model, worst) >= smallest ? worst : Number((worst * 1.001).toPrecision(4));
  return [
    warn("risk", text, `Raise it to ${enough} at least, or leave it out; sales to cash are never held back by it.`),
  ];
}
