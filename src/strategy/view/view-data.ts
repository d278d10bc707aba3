import type { JsonValue } from "../../core/json.js";
import type { LimitsLeft } from "../../model/limits-left.js";
import type { OpenTrade } from "../../model/open-trade.js";
import type { Outcome } from "../../model/outcome.js";
import type { Price } from "../../model/price.js";
import type { Rules } from "../../model/rules.js";
import type { TokenName } from "../../model/token.js";
import type { SlippageModel } from "../../model/slippage.js";
import type { CompetitionView, TeamView } from "../view.js";

/**
 * The facts behind a View, JSON-safe, without the bars: what the journal records and a replay feeds
 * to `decide` again. Live, backtest, replay and the testing kit all build their View from this.
 */
export interface ViewData {
  readonly now: number;
  readonly due: readonly string[];
  readonly prices: Readonly<Record<TokenName, Price | null>>;
  /** Plain decimal texts, and average costs in USD a token. */
  readonly book: Readonly<Record<TokenName, { readonly amount: string; readonly averageCost: number | null }>>;
  readonly team: TeamView;
  readonly rules: Rules;
  readonly competition: CompetitionView;
  readonly limits: LimitsLeft;
  /** By which `cost` is computed. */
  readonly slippage: SlippageModel;
  readonly open: readonly OpenTrade[];
  readonly outcomes: readonly Outcome[];
  readonly state: JsonValue;
  readonly inputs: JsonValue;
  /** Seed of `random` for this decision. */
  readonly seed: string;
}
