import type { JsonValue } from "../core/json.js";
import type { Random } from "../core/random.js";
import type { Bars } from "../model/bar.js";
import type { CompetitionState } from "../model/competition.js";
import type { CancelDecision, Decision, HoldDecision, SwapDecision, TargetDecision } from "../model/decision.js";
import type { LimitsLeft } from "../model/limits-left.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { Outcome } from "../model/outcome.js";
import type { Price } from "../model/price.js";
import type { Rules } from "../model/rules.js";
import type { TokenName } from "../model/token.js";

/** The strategy's own part of the balances. Values in USD at the last known prices. */
export interface BookView {
  /** What all of it is worth; tokens without a price count nothing. */
  readonly value: number;
  /** Tokens held (amount above 0), by name. */
  readonly tokens: readonly TokenName[];
  /** How much of a token it holds; 0 where it holds none. */
  amount(token: TokenName): number;
  /** The same amount to the last digit, as plain decimal text. */
  exactAmount(token: TokenName): string;
  /** What it holds of a token is worth this many USD; 0 where it holds none, or no price is known. */
  valueOf(token: TokenName): number;
  /** The share of the book's value that is in a token, 0 to 1. */
  weight(token: TokenName): number;
  /** What one token of those held has cost on average, USD; null where that is not known. */
  averageCost(token: TokenName): number | null;
  /** What is held on a specific chain: its value and the cash among it (USD), and its share of the book, 0 to 1. */
  chain(specificChain: string): { readonly value: number; readonly cash: number; readonly share: number };
  /**
   * The largest share of the book that swaps can put into a token, 0 to 1: all of it where cross-chain
   * trading is allowed, else what its chain holds. A target's weight beyond it is cut.
   */
  reach(token: TokenName): number;
  /** The chains on which something is held. */
  readonly chains: readonly string[];
}

export interface TeamView {
  readonly id: string;
  readonly name: string;
  /** USD, all books. */
  readonly equity: number;
  /**
   * How many trades may still begin this UTC day by the bot's own limit, `risk.maxTradesPerDay`: of all strategies together,
   * trades under way counted, a divided one once. Null: config sets no limit. At 0 only exits to cash are made.
   */
  readonly tradesLeftToday: number | null;
}

/** What is known of the competition; null is "not known", never a guess. Values in USD, times epoch milliseconds. */
export interface CompetitionView {
  readonly id: string;
  readonly name: string;
  readonly state: CompetitionState;
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** Milliseconds until endAt. */
  readonly timeLeft: number | null;
  readonly rank: number | null;
  /** Active teams on the leaderboard. */
  readonly teams: number | null;
  /** How far the next better team is ahead, and the next worse behind. */
  readonly gapAhead: number | null;
  readonly gapBehind: number | null;
  readonly leaderValue: number | null;
  /** When the leaderboard was read. */
  readonly leaderboardReadAt: number | null;
}

type Built<D extends Decision> = Omit<D, "kind">;

/** What is known now: all that `decide` may use. Read-only; it does not outlive the call. */
export interface View<Params = unknown, State = JsonValue, Inputs = JsonValue, Due extends string = string> {
  /** Epoch milliseconds of this instant. */
  readonly now: number;
  /** The names of the schedules that fired (`main` where the schedule has no name); no others are of its type. */
  readonly due: readonly Due[];
  /** Its params, as config gives them or by their defaults. */
  readonly params: Params;
  /** The last price of a token that `needs` names or that the book holds; null where there is none. */
  price(token: TokenName): Price | null;
  /** The closed bars that `needs` asked for: exactly its `count`, newest last. Throws for bars that it did not name. `interval` may be left out where one is needed of the token. */
  bars(token: TokenName, interval?: string): Bars;
  /** What the strategy holds: its own part of the team's balances. */
  readonly book: BookView;
  readonly team: TeamView;
  /** The competition's rules as the service says them, and config's `defaults` for what it does not say. */
  readonly rules: Rules;
  /** The competition and the team's place in it. */
  readonly competition: CompetitionView;
  /** How many requests may still be made before a rate limit is reached. */
  readonly limits: LimitsLeft;
  /**
   * Expected slippage of a swap of `usd`, as a fraction (0.005 is 0.5 %): by the competition's formula, without a
   * request. A token for itself costs what a swap of 0 does, and less than a millionth of a dollar below 0 is 0. Throws
   * BadDecisionError as a swap does: for tokens that there are not, and where `usd` is further below 0, or not finite.
   */
  cost(from: TokenName, to: TokenName, usd: number): number;
  /** Its trades that are on their way: decided, and not yet known to be over. */
  readonly open: readonly OpenTrade[];
  /** What became of its decisions since it last decided, oldest first. */
  readonly outcomes: readonly Outcome[];
  /** What it returned as its state last; at first what the defaults of its schema give, and null where it has none. */
  readonly state: State;
  /** What `read` gave; null where there is no `read` or it failed. */
  readonly inputs: Inputs | null;
  /** The only source of chance that is allowed: the same in a replay. */
  readonly random: Random;
  /** A decision to sell some of one token for another. To be returned: by itself it does nothing, like those below. */
  swap(decision: Built<SwapDecision>): SwapDecision;
  /** A decision about the shares that tokens shall have of the book: the trades that lead there are made step by step. */
  target(decision: Built<TargetDecision>): TargetDecision;
  /** A decision to withdraw what earlier ones have not sent yet. */
  cancel(decision: Built<CancelDecision>): CancelDecision;
  /** A decision to do nothing, with the reason why. */
  hold(decision: Built<HoldDecision>): HoldDecision;
}
