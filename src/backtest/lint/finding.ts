import type { JsonObject } from "../../core/json.js";
import type { TokenName } from "../../model/token.js";
import type { BacktestResult } from "../result/result.js";

/** Something about a result that its reader should know before believing it. */
export interface Finding {
  /** Literal, such as `FEW_TRADES`. */
  readonly code: string;
  /** `problem`: the figures do not say what they seem to say. `warning`: they rest on little. `note`: good to know. */
  readonly severity: "problem" | "warning" | "note";
  /** What was found, one sentence or two. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What rules look at. */
export interface LintInput {
  readonly result: BacktestResult;
  /** The JSON schema of each strategy's params (`z.toJSONSchema`), by the strategy's name. */
  readonly bounds?: Readonly<Record<string, JsonObject>>;
  /** Pairs of which the tape has quotes. */
  readonly quotedPairs?: readonly (readonly [from: TokenName, to: TokenName])[];
}

/** One thing to look for; several findings where it is there several times. */
export type LintRule = (input: LintInput) => readonly Finding[];
