import type { JsonObject } from "../../core/json.js";
import type { TokenName } from "../../model/token.js";
import type { Tape } from "../../tape/tape.js";
import type { BacktestResult, WindowsResult } from "../result/result.js";

/** One run as the report shows it. */
export interface ReportRun {
  /** What tells it from the others, for people. */
  readonly name: string;
  readonly result: BacktestResult;
  /** The tape it ran on: prices of the charts. */
  readonly tape: Tape;
  /** Whether a token was cash to the run: config may say otherwise than the tape. */
  isCash(token: TokenName): boolean;
  /** The JSON schema of each strategy's params, by the strategy's name: which of them stand at a bound. */
  readonly bounds?: Readonly<Record<string, JsonObject>>;
}

export interface ReportInput {
  /** Several are shown side by side, the first one's rivals beside them; none: the windows stand alone. */
  readonly runs: readonly ReportRun[];
  /** Of the first run. */
  readonly windows?: WindowsResult;
  /** Contender's. */
  readonly version: string;
}
