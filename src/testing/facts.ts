import type { JsonValue } from "../core/json.js";
import type { Bars } from "../model/bar.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { Outcome } from "../model/outcome.js";
import type { Rules } from "../model/rules.js";
import type { Token, TokenName } from "../model/token.js";
import type { CompetitionView } from "../strategy/view.js";

/** Closes, oldest first; or whole bars, of one interval or of several. */
export type GivenBars = readonly number[] | Bars | readonly Bars[];

/** What a test says of the world; the rest is a usual competition's beginning. What cannot be is refused. */
export interface Facts {
  readonly params?: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. Default: 2025-01-01T00:00Z. */
  readonly now?: number;
  /** Schedules that fired, at least one. Default: all of the strategy's. */
  readonly due?: readonly string[];
  /** USD, above 0. Cash tokens are worth 1 and tokens with bars the last close, unless they stand here; null: no price. */
  readonly prices?: Readonly<Record<TokenName, number | null>>;
  /**
   * Closes by token, for whatever interval the strategy needs, or whole bars of that interval that end by `now`; of
   * several intervals a list, `[fiveMinutes, hours]`. At least as many as it needs, where it looks at them: live it is
   * not asked before they are there.
   */
  readonly bars?: Readonly<Record<TokenName, GivenBars>>;
  /** Tokens held, 0 or more: numbers, or plain decimal texts. Default: 5,000 USDC on each of eth, base and svm. */
  readonly book?: Readonly<Record<TokenName, number | string>>;
  /** USD a token, of what the book holds. */
  readonly averageCosts?: Readonly<Record<TokenName, number>>;
  readonly rules?: Partial<Rules>;
  /** Of `endAt` and `timeLeft` one follows from the other. */
  readonly competition?: Partial<CompetitionView>;
  /** Of `team`: trades that the bot's own limit still allows today. Default: null, no limit. */
  readonly tradesLeftToday?: number | null;
  readonly open?: readonly OpenTrade[];
  readonly outcomes?: readonly Outcome[];
  /** By the strategy's `state` schema. Default: its first state. */
  readonly state?: JsonValue;
  /** What `read` would give: it is read by the strategy's `inputs` schema. Default: null. */
  readonly inputs?: JsonValue;
  /** Of the view's `random`. */
  readonly seed?: string;
  /** Beside the tokens in common use. */
  readonly tokens?: readonly Token[];
}
