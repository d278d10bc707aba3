import type { ReportResult } from "../input.js";
import type { Holding } from "./holding.js";

/** USD that slippage took of all fills. */
export const slippageOf = ({ fills }: Pick<ReportResult, "fills">): number =>
  fills.reduce((sum, { slippageUsd }) => sum + slippageUsd, 0);

type Values = Pick<ReportResult, "initialValue" | "finalValue">;

/** Total return of a run, as a fraction; 0 if it began with nothing. */
export const returnOf = ({ initialValue, finalValue }: Values): number =>
  initialValue > 0 ? finalValue / initialValue - 1 : 0;

/** How far it ended ahead of holding, as a fraction of its initial value; null if there was nothing to hold. */
export const aheadOf = (held: Holding | null, { initialValue, finalValue }: Values): number | null =>
  held === null ? null : (finalValue - held.finalValue) / initialValue;
