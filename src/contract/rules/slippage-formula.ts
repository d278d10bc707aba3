import { SLIPPAGE_MODELS, type SlippageModel } from "../../model/slippage.js";

/** What every deployment prints, whatever it computes. */
export const PRINTED_FORMULA =
  "baseSlippage = (tradeAmountUSD / 10000) * 0.05%, actualSlippage = baseSlippage * (0.9 + (Math.random() * 0.2))";

const SUFFIX = / \[charged: (\w+)\]$/;

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, "").toLowerCase();

/**
 * The formula as the public service prints it, with a suffix of ours that says which model is
 * charged: the print alone does not (service-behaviour, "Trading").
 */
export function printFormula(model: SlippageModel): string {
  return `${PRINTED_FORMULA} [charged: ${model}]`;
}

/** The model that a formula's suffix names; null without one, for the printed formula alone says nothing of what is charged. */
export function readFormula(text: string): SlippageModel | null {
  const name = SUFFIX.exec(text.trim())?.[1];
  return SLIPPAGE_MODELS.find((model) => model === name) ?? null;
}

/** Whether a formula is one that is known: the print, with a suffix that names a model or with none. */
export function isKnownFormula(text: string): boolean {
  return readFormula(text) !== null || withoutSpaces(text) === withoutSpaces(PRINTED_FORMULA);
}
