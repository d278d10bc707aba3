import { plain } from "../core/decimal.js";
import type { JsonValue } from "../core/json.js";
import type { Ledger } from "../ledger/ledger.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { Price } from "../model/price.js";
import type { PriceBoard } from "../model/price-board.js";
import type { Rules } from "../model/rules.js";
import type { SlippageModel } from "../model/slippage.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { Venue } from "../model/venue.js";
import type { ViewData } from "../strategy/view-data.js";
import type { Standings } from "./standings.js";
import type { StrategyRun } from "./strategy-run.js";

/** Where the facts of a view come from. */
export interface FactSources {
  readonly venue: Pick<Venue, "limitsLeft">;
  readonly board: PriceBoard;
  readonly ledger: Ledger;
  readonly registry: TokenRegistry;
  readonly standings: Standings;
  readonly rules: () => Rules;
  openTrades(strategy: string): readonly OpenTrade[];
  /** Of all chance. */
  readonly seed: string;
}

/** The formula that is expected where the rules do not say which: the public service's. */
const USUAL_SLIPPAGE: SlippageModel = "computed";

/** Tokens whose price a strategy sees: what it names, what its book holds, and the cash of the chains on which it is. */
export function tokensOf(run: StrategyRun, ledger: Ledger, registry: TokenRegistry): Set<TokenName> {
  const tokens = new Set(run.bound.tokens);
  for (const token of ledger.book(run.name).keys()) tokens.add(token);
  for (const token of [...tokens]) {
    const cash = registry.cashOf(registry.get(token)?.specificChain ?? "");
    if (cash !== undefined) tokens.add(cash.name);
  }
  return tokens;
}

/**
 * All that a strategy is told at an instant, bars apart.
 *
 * @param instant when it was due: `random` follows from it, so that a late tick draws as a punctual one
 * @param now when the facts were complete, never before any price in them
 */
export function factsFor(
  run: StrategyRun,
  sources: FactSources,
  moment: {
    readonly instant: number;
    readonly now: number;
    readonly due: readonly string[];
    readonly inputs: JsonValue;
  },
): ViewData {
  const { board, ledger, registry, standings } = sources;
  const prices: Record<TokenName, Price | null> = {};
  for (const token of tokensOf(run, ledger, registry)) prices[token] = board.get(token);
  const book: Record<TokenName, { amount: string; averageCost: number | null }> = {};
  for (const [token, { amount, averageCost }] of ledger.book(run.name))
    book[token] = { amount: plain(amount), averageCost };
  const rules = sources.rules();
  return {
    now: moment.now,
    due: moment.due,
    prices,
    book,
    team: { id: standings.team.id, name: standings.team.name, equity: ledger.equity(board).total },
    rules,
    competition: standings.view(moment.now),
    limits: sources.venue.limitsLeft(),
    slippage: rules.slippage ?? USUAL_SLIPPAGE,
    open: sources.openTrades(run.name),
    outcomes: [...run.outcomes],
    state: run.state,
    inputs: moment.inputs,
    seed: `${sources.seed}/${run.name}/${moment.instant}`,
  };
}
