import type { JsonObject } from "../../core/json.js";
import type { TokenName } from "../../model/token.js";
import type { BacktestResult } from "../result/result.js";

/** A finding about a result that limits how far it can be trusted. */
export interface Finding {
  /** Literal, such as `FEW_TRADES`. */
  readonly code: string;
  /** `problem`: the figures are misleading. `warning`: they rest on little data. `note`: for information. */
  readonly severity: "problem" | "warning" | "note";
  /** What was found, one sentence or two. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The input of rules. */
export interface LintInput {
  readonly result: BacktestResult;
  /** The JSON schema of each strategy's params (`z.toJSONSchema`), by the strategy's name. */
  readonly bounds?: Readonly<Record<string, JsonObject>>;
  /** Pairs of which the tape has quotes. */
  readonly quotedPairs?: readonly (readonly [from: TokenName, to: TokenName])[];
}

/** A rule. It returns one finding for each occurrence. */
export type LintRule = (input: LintInput) => readonly Finding[];
